import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { Usage } from "#core/gateway/usage.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Loss } from "../billing/price-of-charge.ts"

export const outcomeStates = ["done", "failed", "stopped", "interrupted"] as const

/** How a run ended, told once, after the money was settled. */
export interface Outcome {
  readonly state: (typeof outcomeStates)[number]
  readonly usage: Usage
  readonly cost: MicroReais
  readonly balance?: BalanceAfter
  /** Our losses from it, for the operator; absent: none. */
  readonly losses?: readonly Loss[]
  readonly failure?: Failure
  /** The cap was lowered to what the balance affords. */
  readonly limitedByBalance: boolean
  /** The name of the model that was called in the end; it may stand in for the one that was asked. */
  readonly model?: string
  /** Its model waits for the results of the tools that it called. */
  readonly calledTools?: true
  /** A part of it was told as interrupted before, by a server that took the one that made it for dead: this took its place (0294). */
  readonly replacedPart?: true
  /** Stopped before a word came, once too often: the prompt was charged. */
  readonly promptCharged?: boolean
  /** The attempts at the provider; the last one is the answer. */
  readonly attempts?: readonly Attempt[]
}

/** One attempt, for the log: which key, and what the provider said. */
export interface Attempt {
  readonly key: number
  readonly said: Said
}

/** An HTTP status, or: `connect` no connection, or broken off; `timeout` silent for too long; `stopped` by us. */
export type Said = number | "connect" | "timeout" | "stopped"
