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
  /** The provider searches the web; told again, by the same id, when that has ended. */
  | { readonly type: "web-search"; readonly search: WebSearch }
  | { readonly type: "image"; readonly image: GeneratedImage }
  // bookkeeping
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "balance"; readonly balance: BalanceAfter }
  // endings
  | { readonly type: "finish"; readonly reason: FinishReason }
  | { readonly type: "failure"; readonly failure: Failure }

/** `stop`: the model was done. `length`: the output cap ended it. `content-filter`: cut by the provider. `aborted`: the user stopped it. */
export type FinishReason = "stop" | "length" | "tool-calls" | "content-filter" | "aborted"

/** A source the answer rests on; positions are UTF-16 units of the answer's text. */
export interface Citation {
  readonly url: string
  readonly title: string
  readonly start?: number
  readonly end?: number
}

/** A search of the provider's own, while the answer is made. */
export interface WebSearch {
  readonly id: string
  readonly status: "searching" | "completed" | "failed"
  /** What it looked for, where the provider says so. */
  readonly query?: string
  /** It turned out to be a look into this page, found before: no search of its own, and not counted as one. */
  readonly page?: string
}

/** One of the two is present. */
export interface GeneratedImage {
  readonly url?: string
  readonly b64?: string
}

/** What a code can spend right now. */
export interface Available {
  /** Of the wallet that pays. */
  readonly total: MicroReais
  readonly premium: MicroReais
  readonly free: MicroReais
  /** Search calls left. */
  readonly calls: number
  /** Held for answers in progress, of the wallet that pays: still the user's until they are settled. Absent: nothing. */
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
}

/** Which model was asked for, and which was called in its place. */
export interface Redirection {
  readonly asked: string
  readonly called: string
}
