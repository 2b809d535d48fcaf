import type { CountedAs } from "../../ledger/hold.ts"
import type { RunShare } from "./run-shares.ts"

/** The facts about a run that are known when it begins. */
export interface RunFacts {
  readonly id: string
  /** Whose run it is: only the same caller sees it. */
  readonly owner: string
  readonly model: string
  /** Which chat of its reader's it belongs to, as the client names it; told to the same user's other devices. */
  readonly session?: string | undefined
  readonly startedAt: number
  /** Whose room it takes, and that of which address; neither is kept. */
  readonly share?: RunShare
  readonly address?: string
  /** The code it was let in with. */
  readonly account?: RunAccount
  /** The size of the request in bytes: it stays in memory while the run goes on. */
  readonly requestBytes?: number
  /** The client's `Idempotency-Key`; a run without one ends with its connection, unless we are who ends that. */
  readonly key: string | undefined
  /** Whoever asked cannot be told from others, and nobody can come back for it. */
  readonly isNobodys?: boolean | undefined
  /** Hash of the request: a key that comes again with another request is refused. */
  readonly requestHash: string
  /** Its provider bills all of it once it was asked, whoever leaves: a picture, a text read aloud. A Stop waits for its end. */
  readonly isBilledWhole?: boolean
  /** Its answer is one reply, and nothing of it can be read before its end. */
  readonly isWhole?: boolean
  /** The calls that it is counted with while it is in progress; absent: answers. */
  readonly countedAs?: CountedAs
  /** Its frames carry no ids: the client's API knows none, and nobody comes back for them. */
  readonly bare?: boolean
}

/** A code as it was when a run began. */
export interface RunAccount {
  readonly id: string
  /** Another one belongs to another code of the same account. */
  readonly fingerprint: string
}

/**
 * Why a run was ended from our side. `frozen` and `rotated`: the code it was let in with is worth nothing any more.
 * `too-long`: in time; `too-large`: in bytes. `taken-over`: another server took this one for dead and has closed it.
 */
export const stopReasons = [
  "stop",
  "client-gone",
  "abandoned",
  "shutdown",
  "too-long",
  "too-large",
  "frozen",
  "rotated",
  "taken-over",
] as const
export type StopReason = (typeof stopReasons)[number]
