import type { Failure } from "#core/gateway/failure.ts"
import type { Caller } from "../../access/authorize.ts"
import type { RateLimit, RateVerdict } from "../../limits/rate-limit.ts"

export interface Rates {
  readonly codeRate: RateLimit
  /** Takes whole addresses, and counts them in steps. */
  readonly addressRate: RateLimit
  /** The same, for who comes back to an answer or reads what was paid: many more. */
  readonly followRate: RateLimit
}

export interface RatesVerdict {
  readonly verdicts: readonly RateVerdict[]
  /** Where it is too many. */
  readonly failure: Failure | undefined
}

/** Counts a request of a caller, by their address and their code; all that is needed for it is in the headers. */
export async function checkRates({ codeRate, addressRate }: Rates, caller: Caller): Promise<RatesVerdict> {
  const ofCode = hasCode(caller) ? codeRate.check(caller.owner) : undefined
  const asked = await Promise.all([addressRate.check(caller.address), ofCode])
  const verdicts = asked.filter((verdict) => verdict !== undefined)
  const refused = verdicts.find(({ allowed }) => !allowed)
  return { verdicts, failure: refused && { kind: "too-many-requests", retryAfterMs: refused.retryAfterMs } }
}

/** Counts a request that asks for nothing new, by its address alone. */
export async function checkFollowing(
  { followRate }: Pick<Rates, "followRate">,
  { address }: Pick<Caller, "address">,
): Promise<Failure | undefined> {
  const { allowed, retryAfterMs } = await followRate.check(address)
  return allowed ? undefined : { kind: "too-many-requests", retryAfterMs }
}

/** Whether somebody stands for this caller: everybody else is a stranger. */
export function hasCode({ kind }: Caller): boolean {
  return kind === "code" || kind === "operator"
}
