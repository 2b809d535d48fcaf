import type { Usage } from "../gateway/usage.ts"

/** What is known of a run at its end. */
export interface RunEnd {
  /** `failed`: by the provider or on the way. `stopped`: by the user, or because the connection it belonged to is gone. */
  readonly how: "finished" | "failed" | "stopped"
  /** The provider's own record, if it sent one. */
  readonly reported: Usage | undefined
  /** Our own count of the prompt and of what was delivered. */
  readonly counted: Usage
  /** Something a user can see was delivered: text, a tool call, an image. */
  readonly answered: boolean
  /** The output tokens the call was let in for, and those of its prediction: what it held pays for no more. */
  readonly outputMost: number
}

/**
 * Who pays: the user for `usage`, or for `charged` where the provider went on beyond the cap; or nobody, with what it may
 * have cost us as a loss.
 */
export type Charge =
  | { readonly kind: "settle"; readonly usage: Usage; readonly charged?: Usage }
  | { readonly kind: "void"; readonly lost?: Usage }

/** Below this, what arrived before a failure is not worth charging, in tokens. */
const fewestTokensWorthCharging = 16

/**
 * Who pays at each end of a run (`GATEWAY.md` §4.5). Failure and silence cost nothing. What was delivered before a
 * failure or a Stop is charged by the provider's record when there is one, else by our count.
 */
export function chargeOf(end: RunEnd): Charge {
  const usage = end.reported ?? end.counted
  if (!end.answered) return end.reported === undefined ? { kind: "void" } : { kind: "void", lost: end.reported }
  if (end.how === "failed" && end.counted.output < fewestTokensWorthCharging) return { kind: "void" }
  return { kind: "settle", usage, ...(usage.output > end.outputMost ? { charged: within(usage, end.outputMost) } : {}) }
}

function within(usage: Usage, output: number): Usage {
  return { ...usage, output, reasoning: Math.min(usage.reasoning, output) }
}
