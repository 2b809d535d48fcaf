import type { FinishReason } from "../../../gateway/chat-event.ts"

/** The parts of a stream so far that later events need. Every step makes a new value; most steps need none. */
export interface ResponseStream {
  readonly parts: readonly Part[]
  /** Pieces of text, or of thinking, were told as they came: what later repeats them whole is not told again. */
  readonly heard: { readonly text: boolean; readonly reasoning: boolean }
  /** UTF-16 units of the answer's text. */
  readonly length: number
  /** Function calls that are not complete yet. */
  readonly pending: readonly PendingCall[]
  /** Names of the calls that were told, in their order. */
  readonly called: readonly string[]
  /** Ids of the completed searches, and of the images: they come again with the whole response. */
  readonly searches: readonly string[]
  readonly images: readonly string[]
  /** Searches that are billed: only looking something up is, not opening what was found. */
  readonly searched: number
  readonly answered: boolean
  /** Another response of the same stream came before: that nothing follows is no fault then. */
  readonly again: boolean
  /** `told`: the response said its own last word, so that another may follow in the same stream. */
  readonly ended: false | "told" | "broken"
}

/** One part of the output, known by kind and indices. */
export interface Part {
  readonly key: string
  /** UTF-16 units of it that were told. */
  readonly said: number
  /** Length of the answer's text before it. */
  readonly start: number
  /** Sources of it that were told. */
  readonly cited: number
}

export interface PendingCall {
  readonly output: number
  readonly id: string
  readonly name: string
  readonly arguments: string
}

export function startStream(): ResponseStream {
  return {
    parts: [],
    heard: { text: false, reasoning: false },
    length: 0,
    pending: [],
    called: [],
    searches: [],
    images: [],
    searched: 0,
    answered: false,
    again: false,
    ended: false,
  }
}

export function unfinished({ pending }: ResponseStream): string {
  return pending.map((call) => call.name + call.arguments).join("")
}

export function reasonOf(state: ResponseStream): FinishReason {
  return state.called.length > 0 ? "tool-calls" : "stop"
}
