import type { pt as access } from "./locales/pt/access.ts"
import type { pt as images } from "./locales/pt/images.ts"
import type { pt as attachments } from "./locales/pt/attachments.ts"
import type { pt as data } from "./locales/pt/data.ts"
import type { pt as dialogs } from "./locales/pt/dialogs.ts"
import type { pt as errors } from "./locales/pt/errors.ts"
import type { pt as first } from "./locales/pt/first.ts"
import type { pt as links } from "./locales/pt/links.ts"
import type { pt as logs } from "./locales/pt/logs.ts"
import type { pt as masks } from "./locales/pt/masks.ts"
import type { pt as modelList } from "./locales/pt/model-list.ts"
import type { pt as modelNews } from "./locales/pt/model-news.ts"
import type { pt as money } from "./locales/pt/money.ts"
import type { pt as offline } from "./locales/pt/offline.ts"
import type { pt as plugins } from "./locales/pt/plugins.ts"
import type { pt as portable } from "./locales/pt/portable.ts"
import type { pt as prompts } from "./locales/pt/prompts.ts"
import type { pt as queue } from "./locales/pt/queue.ts"
import type { pt as receipt } from "./locales/pt/receipt.ts"
import type { pt as search } from "./locales/pt/search.ts"
import type { pt as server } from "./locales/pt/server.ts"
import type { pt as settings } from "./locales/pt/settings.ts"
import type { pt as sharePage } from "./locales/pt/share-page.ts"
import type { pt as sharing } from "./locales/pt/sharing.ts"
import type { pt as speech } from "./locales/pt/speech.ts"
import type { pt as statement } from "./locales/pt/statement.ts"
import type { pt as sync } from "./locales/pt/sync.ts"
import type { pt as tools } from "./locales/pt/tools.ts"
import type { pt as update } from "./locales/pt/update.ts"
import type { pt as vault } from "./locales/pt/vault.ts"

/** The texts that the page needs for its first paint: the chat, and the frame around every screen. */
export type FirstTexts = typeof first

interface ByChapter {
  readonly access: typeof access
  readonly attachments: typeof attachments
  readonly images: typeof images
  readonly data: typeof data
  readonly dialogs: typeof dialogs
  readonly errors: typeof errors
  readonly links: typeof links
  readonly logs: typeof logs
  readonly masks: typeof masks
  readonly "model-list": typeof modelList
  readonly "model-news": typeof modelNews
  readonly money: typeof money
  readonly offline: typeof offline
  readonly plugins: typeof plugins
  readonly portable: typeof portable
  readonly prompts: typeof prompts
  readonly queue: typeof queue
  readonly receipt: typeof receipt
  readonly search: typeof search
  readonly server: typeof server
  readonly settings: typeof settings
  readonly "share-page": typeof sharePage
  readonly sharing: typeof sharing
  readonly speech: typeof speech
  readonly statement: typeof statement
  readonly sync: typeof sync
  readonly tools: typeof tools
  readonly update: typeof update
  readonly vault: typeof vault
}

/** The chapters that are fetched with the parts of the page that show them, or read by the server. */
export const laterChapters = [
  "access",
  "attachments",
  "images",
  "data",
  "dialogs",
  "errors",
  "links",
  "logs",
  "masks",
  "model-list",
  "model-news",
  "money",
  "offline",
  "plugins",
  "portable",
  "prompts",
  "queue",
  "receipt",
  "search",
  "server",
  "settings",
  "share-page",
  "sharing",
  "speech",
  "statement",
  "sync",
  "tools",
  "update",
  "vault",
] as const
export type LaterChapter = (typeof laterChapters)[number]

export type LaterTexts = { readonly [C in LaterChapter]: ByChapter[C] }

/**
 * Every text of the interface, by chapters. Portuguese is the source; a language that lacks a text does not compile,
 * and one that lacks a file fails `every-language.test.ts`.
 */
export type Texts = FirstTexts & LaterTexts
