import type { ComponentType } from "react"
import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { Action } from "../ui/action.ts"
import type { Entry } from "../ui/setting-entry.tsx"
import { createEmitter, useEmitter } from "../ui/emitter.ts"

/**
 * What features add to each other's screens. A feature imports no feature: it offers what it has to these lists, the app
 * puts them together (`web/contributions.ts`, `web/actions.ts`), and whoever shows a message, a block of code, the composer
 * or a conversation reads them here. The order of a list is the order on the screen.
 */
export interface Actions {
  readonly message: readonly MessageAction[]
  readonly code: readonly Action<CodeShown>[]
  readonly conversation: readonly Action<Session>[]
  /** Above the composer. */
  readonly dock: readonly Part[]
  /** In the place of the send button. */
  readonly composerEnd: readonly EndPart[]
}

/** A message where it stands. */
export interface MessageShown {
  readonly sessionId: string
  readonly message: Message
}

export interface MessageAction extends Action<MessageShown> {
  /** Whether it is a button beneath the answer too, between copying and asking again, and not only an entry of its menu. */
  readonly isInRow?: (shown: MessageShown) => boolean
  /** Its button in that row, where it says more than its name. */
  readonly Button?: ComponentType<MessageShown>
}

/** A block of code in an answer. */
export interface CodeShown {
  readonly code: string
  /** As the model named it; empty when it did not. */
  readonly language: string
}

/** A part of the screen of a conversation, which it is given. It may show nothing. */
export interface Part {
  readonly id: string
  readonly Control: ComponentType<{ readonly sessionId: string }>
}

/**
 * A part that takes the place of the send button while that is free: while there is nothing to send, and nothing to stop. It is
 * asked at all times, since what was begun there may go on when something has been written.
 */
export interface EndPart {
  readonly id: string
  readonly Control: ComponentType<{ readonly sessionId: string; readonly isFree: boolean }>
}

/** Where a conversation's screen has room for parts of other features. All are there with the first paint. */
export interface Parts {
  /** In the header, between the title and the button of a new conversation: the balance, then what shares. */
  readonly header: readonly Part[]
  /** In the conversation in which nothing has been said yet, under its greeting. */
  readonly emptyChat: readonly Part[]
  /** In the composer, between its model and its price. */
  readonly composer: readonly Part[]
}

export interface Contributions extends Parts {
  /** What the + of the composer offers besides files; what one of them does should be fetched when it is chosen. */
  readonly composerMenu: readonly Action<Session>[]
  /**
   * Settings at the head of the chapter about sync: ways of it that are features of their own. Fetched with the settings, with the
   * chapters of texts that they read; `entries` is called whenever the chapter is drawn.
   */
  readonly syncSettings: () => Promise<{ readonly entries: () => readonly Entry[] }>
  /** Fetched with the first thing that shows one of them. */
  readonly actions: () => Promise<{ readonly actions: Partial<Actions> }>
}

const none: Actions = { message: [], code: [], conversation: [], dock: [], composerEnd: [] }

const actions = createEmitter(none)
const nothing: Contributions = {
  header: [],
  emptyChat: [],
  composer: [],
  composerMenu: [],
  syncSettings: async () => ({ entries: () => [] }),
  actions: async () => ({ actions: none }),
}
let contributed = nothing

/** Called once, by the app, before anything is drawn. */
export function provideContributions(all: Partial<Contributions>): void {
  contributed = { ...nothing, ...all }
}

/** What was contributed for one place, in its order on the screen. */
export function partsOf(place: keyof Parts): readonly Part[] {
  return contributed[place]
}

export function syncSettings(): Promise<{ readonly entries: () => readonly Entry[] }> {
  return contributed.syncSettings()
}

export function composerMenu(): readonly Action<Session>[] {
  return contributed.composerMenu
}

/**
 * Loads a part of the page together with the actions that it shows, so that none appears later than the part. Where the
 * actions cannot be fetched, the part is shown without them, and the next part that wants some tries again.
 */
export async function withActions<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadActions()])
  return part
}

/** Fetches the actions, once. */
export async function loadActions(): Promise<void> {
  if (actions.get() !== none) return
  const fetched = await contributed.actions().catch(() => undefined)
  if (fetched && fetched.actions !== none) actions.set({ ...none, ...fetched.actions })
}

/** The actions of one kind, in a part that was loaded `withActions`. */
export function useActions<Kind extends keyof Actions>(kind: Kind): Actions[Kind] {
  return useEmitter(actions)[kind]
}
