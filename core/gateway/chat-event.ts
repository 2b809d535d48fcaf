import type { MicroReais } from "../lib/micro-reais.ts"
import type { ToolCall } from "./chat-request.ts"
import type { Failure } from "./failure.ts"
import type { Usage } from "./usage.ts"

/** Everything that can happen while an answer arrives. Every provider's stream is decoded to these, in browser and server alike. */
export type ChatEvent =
  // content
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "tool-call"; readonly index: number; readonly call: ToolCall }
  | { readonly type: "citation"; readonly citation: Citation }
  /** The provider searches the web. A second event with the same id reports the end of that search. */
  | { readonly type: "web-search"; readonly search: WebSearch }
  | { readonly type: "image"; readonly image: GeneratedImage }
  // bookkeeping
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "balance"; readonly balance: BalanceAfter }
  // endings
  | { readonly type: "finish"; readonly reason: FinishReason }
  | { readonly type: "failure"; readonly failure: Failure }

/**
 * `stop`: the model finished. `length`: the output cap ended it. `content-filter`: cut by the provider. `aborted`: the
 * user stopped it.
 */
export type FinishReason = "stop" | "length" | "tool-calls" | "content-filter" | "aborted"

/** A source the answer rests on; positions are UTF-16 units of the answer's text. */
export interface Citation {
  readonly url: string
  readonly title: string
  readonly start?: number
  readonly end?: number
}

/** A web search that the provider makes while it answers. */
export interface WebSearch {
  readonly id: string
  readonly status: "searching" | "completed" | "failed"
  /** The search words, where the provider reports them. */
  readonly query?: string
  /** The call opened this page instead of searching; it does not count as a search. */
  readonly page?: string
}

/** One of the two is present. */
export interface GeneratedImage {
  readonly url?: string
  readonly b64?: string
}

/** The amounts that a code can spend right now. */
export interface Available {
  /** Of the wallet that pays. */
  readonly total: MicroReais
  readonly premium: MicroReais
  readonly free: MicroReais
  /** Search calls left. */
  readonly calls: number
  /**
   * Money of the paying wallet that is held for answers in progress; absent where there is none. It stays the user's
   * until those answers are settled.
   */
  readonly reserved?: MicroReais
}

/** The available amounts once a call was settled, and what it cost; read from and written to `_meta` by `ledger/balance-wire`. */
export interface BalanceAfter extends Available {
  readonly cost: MicroReais
  readonly runId: string
  /** The answer was cut because the balance afforded no more. */
  readonly limitedByBalance?: boolean
  /** Another model answered than the one that was asked for: both names. */
  readonly redirected?: Redirection
  /** What the cost is of, where the provider has told something else, or nothing (0090). */
  readonly usage?: Usage
}

/** Which model was asked for, and which was called in its place. */
export interface Redirection {
  readonly asked: string
  readonly called: string
}
