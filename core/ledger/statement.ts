import type { UsageUnit } from "../gateway/usage.ts"
import type { MicroReais } from "../lib/micro-reais.ts"

export const statementKinds = ["use", "credit", "grant", "calls"] as const
/** A use of a model; a payment or a chargeback; the day's free credit; search calls added or taken back. */
export type StatementKind = (typeof statementKinds)[number]

/** One line of a code's statement: what happened, and the balance after it. */
export interface StatementLine {
  /** Unique within the statement. */
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly kind: StatementKind
  /** The wallet that the line and its `balanceAfter` concern. */
  readonly purse: "premium" | "free"
  /** Negative when spent; 0 for a run that cost nothing. */
  readonly amount: MicroReais
  /** Search calls, negative when spent. */
  readonly calls: number
  /** Posted in the wallet after this line: the sum of all its lines so far. */
  readonly balanceAfter: MicroReais
  readonly callsAfter: number
  /** The source of a credit: `manual` for the operator, or a payment provider. Credits only. */
  readonly source?: string
  // uses only
  readonly model?: string
  /** The requested model, where `model` was called in its place. */
  readonly asked?: string
  readonly runId?: string
  /** done, stopped, failed, interrupted, …; absent where it is not known. */
  readonly ending?: string
  readonly tokens?: StatementTokens
  /** A use that is priced by the piece, in the place of its tokens. */
  readonly pieces?: StatementPieces
  readonly searchCalls?: number
}

/** `input` and `cached` are disjoint; `reasoning` is a part of `output`. */
export interface StatementTokens {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

export interface StatementPieces {
  readonly count: number
  readonly unit: UsageUnit
}

/** A page of lines, newest first, and the totals of all lines. */
export interface Statement {
  readonly lines: readonly StatementLine[]
  /** Pass it as `before` for the next page; absent on the last page. */
  readonly next?: string
  /** The wallet this code pays from. */
  readonly purse: "premium" | "free"
  /** The sum of all lines of each wallet, whatever filter was set. */
  readonly posted: { readonly premium: MicroReais; readonly free: MicroReais; readonly calls: number }
  /** The amount charged since midnight in São Paulo. */
  readonly spentToday: MicroReais
  /** A code from the operator's `CODE` list: its uses are listed and never charged. */
  readonly unmetered: boolean
}
