import type { Adapter } from "./adapter.ts"
import type { ChatWire } from "./chat-wire.ts"

/** The providers, by the word they have in paths, prices and the configuration. */
export const providerIds = [
  "openai",
  "azure",
  "google",
  "anthropic",
  "baidu",
  "bytedance",
  "alibaba",
  "tencent",
  "moonshot",
  "iflytek",
  "stability",
] as const

export type ProviderId = (typeof providerIds)[number]

/** The names the page shows and `model@provider` is written with. */
export const providerNames: Readonly<Record<ProviderId, string>> = {
  openai: "OpenAI",
  azure: "Azure",
  google: "Google",
  anthropic: "Anthropic",
  baidu: "Baidu",
  bytedance: "ByteDance",
  alibaba: "Alibaba",
  tencent: "Tencent",
  moonshot: "Moonshot",
  iflytek: "Iflytek",
  stability: "Stability",
}

/** Where our gateway answers in the provider's own shape. */
export function prefixOf(provider: ProviderId): string {
  return `/api/${provider}`
}

/** The provider by its name as people write it, in any case; undefined for a name nobody has. */
export function providerNamed(name: string): ProviderId | undefined {
  const lower = name.trim().toLowerCase()
  return providerIds.find((id) => id === lower)
}

/** One chat API of a provider: what it says, and what its clients expect. OpenAI has two, Stability none. */
export interface ChatApi {
  readonly adapter: Adapter<unknown>
  readonly wire: ChatWire
  /** Its `encodeChat` asks the provider's own search tool where a request wants the web. */
  readonly searches?: boolean
  /** Its calls are forms. */
  readonly takesForms?: boolean
  /** Its answers are sound. */
  readonly gives?: "sound"
}

/** Each provider's chat APIs, the one of the chat path first. */
export type ChatApis = Partial<Readonly<Record<ProviderId, readonly ChatApi[]>>>
