import type { MicroReais } from "../lib/micro-reais.ts"

export const statementKinds = ["use", "credit", "grant", "calls"] as const
/** A use of a model; money paid in or taken back; the day's free credit; search calls added or taken back. */
export type StatementKind = (typeof statementKinds)[number]

/** One line of a code's statement: what happened, and what was left after it. */
export interface StatementLine {
  /** Unique within the statement. */
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly kind: StatementKind
  /** The wallet it concerns, and `balanceAfter` with it. */
  readonly purse: "premium" | "free"
  /** Negative when spent; 0 for a run that cost nothing. */
  readonly amount: MicroReais
  /** Search calls, negative when spent. */
  readonly calls: number
  /** Posted in the wallet after this line: the sum of all its lines so far. */
  readonly balanceAfter: MicroReais
  readonly callsAfter: number
  /** Who paid it in: `manual` for the operator, or a payment provider. Credits only. */
  readonly source?: string
  // of a use
  readonly model?: string
  /** The model that was asked for, where `model` was called in its place. */
  readonly asked?: string
  readonly runId?: string
  /** done, stopped, failed, interrupted, …; absent where it is not known. */
  readonly ending?: string
  readonly tokens?: StatementTokens
  readonly searchCalls?: number
}

/** `input` and `cached` are disjoint; `reasoning` is a part of `output`. */
export interface StatementTokens {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

/** Some lines, newest first, and what all lines together come to. */
export interface Statement {
  readonly lines: readonly StatementLine[]
  /** Give it as `before` for the older lines; absent on the last page. */
  readonly next?: string
  /** The wallet this code pays from. */
  readonly purse: "premium" | "free"
  /** The sum of every line of each wallet, whatever was asked for here. */
  readonly posted: { readonly premium: MicroReais; readonly free: MicroReais; readonly calls: number }
  /** What was charged since midnight in São Paulo. */
  readonly spentToday: MicroReais
  /** A code of the operator's list: its uses are listed and never charged. */
  readonly unmetered: boolean
}
