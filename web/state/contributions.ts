import type { ComponentType } from "react"
import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { Action } from "../ui/action.ts"
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
}

/** A message where it stands. */
export interface MessageShown {
  readonly sessionId: string
  readonly message: Message
}

export interface MessageAction extends Action<MessageShown> {
  /** Whether it is a button beneath the message too, where there is room, and not only an entry of its menu. */
  readonly isInRow?: (shown: MessageShown) => boolean
}

/** A block of code in an answer. */
export interface CodeShown {
  readonly code: string
  /** As the model named it; empty when it did not. */
  readonly language: string
}

/** A control of the composer, between its model and its send button. It may show nothing. */
export interface ComposerControl {
  readonly id: string
  readonly Control: ComponentType<{ readonly sessionId: string }>
}

export interface Contributions {
  /** There with the first paint. */
  readonly composer: readonly ComposerControl[]
  /** Fetched with the first thing that shows one of them. */
  readonly actions: () => Promise<{ readonly actions: Actions }>
}

const none: Actions = { message: [], code: [], conversation: [] }

const actions = createEmitter(none)
let contributed: Contributions = { composer: [], actions: async () => ({ actions: none }) }

/** Called once, by the app, before anything is drawn. */
export function provideContributions(all: Contributions): void {
  contributed = all
}

export function composerControls(): readonly ComposerControl[] {
  return contributed.composer
}

/**
 * Loads a part of the page together with the actions that it shows, so that none appears later than the part. Where the
 * actions cannot be fetched, the part is shown without them, and the next part that wants some tries again.
 */
export async function withActions<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadActions()])
  return part
}

async function loadActions(): Promise<void> {
  if (actions.get() !== none) return
  const fetched = await contributed.actions().catch(() => undefined)
  if (fetched) actions.set(fetched.actions)
}

/** The actions of one kind, in a part that was loaded `withActions`. */
export function useActions<Kind extends keyof Actions>(kind: Kind): Actions[Kind] {
  return useEmitter(actions)[kind]
}
