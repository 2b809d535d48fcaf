import type { Failure } from "#core/gateway/failure.ts"
import type { Caller } from "../../access/authorize.ts"
import type { RateLimit, RateVerdict } from "../../http/rate-limit.ts"

export interface Rates {
  readonly codeRate: RateLimit
  /** Takes whole addresses, and counts them in steps. */
  readonly addressRate: RateLimit
  /** The same, for who comes back to an answer. */
  readonly followRate: RateLimit
}

export interface RatesVerdict {
  readonly verdicts: readonly RateVerdict[]
  /** Where it is too many. */
  readonly failure: Failure | undefined
}

/** Counts a request of a caller, by their address and their code; all that is needed for it is in the headers. */
export function checkRates({ codeRate, addressRate }: Rates, caller: Caller): RatesVerdict {
  const verdicts = [addressRate.check(caller.address)]
  if (hasCode(caller)) verdicts.push(codeRate.check(caller.owner))
  const refused = verdicts.find(({ allowed }) => !allowed)
  return { verdicts, failure: refused && { kind: "too-many-requests", retryAfterMs: refused.retryAfterMs } }
}

/** Whether somebody stands for this caller: everybody else is a stranger. */
export function hasCode({ kind }: Caller): boolean {
  return kind === "code" || kind === "operator"
}
