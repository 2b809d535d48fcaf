import type { CostCeilingFailure } from "../gateway/failure.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { affordableOutputTokens, mostPrice, type PriceRow } from "./price.ts"

/** The most a user wants to spend, in micro-reais: on one message, and from midnight to midnight in São Paulo. */
export interface Ceilings {
  readonly message?: MicroReais
  readonly day?: MicroReais
}

/** What a call may need at the most, in tokens. */
export interface CeilingNeed {
  readonly promptMost: number
  /** What may be billed as output besides the answer. */
  readonly predictedMost?: number
  readonly cap: number
  readonly outputFloor: number
  readonly price: PriceRow
}

/**
 * The output cap with which a call cannot cost more than its user wants; or which ceiling is in the way, when not even an
 * answer worth starting fits under it. `spentToday` counts what is held for answers under way as spent.
 */
export function capUnder(
  ceilings: Ceilings,
  need: CeilingNeed,
  spentToday: MicroReais,
): Result<number, CostCeilingFailure> {
  const { promptMost, predictedMost = 0, price } = need
  const floor = Math.min(need.outputFloor, need.cap)
  const needed = mostPrice(promptMost, floor + predictedMost, price)
  let cap = need.cap
  const { message, day } = ceilings
  if (message !== undefined) {
    if (needed > message) return err({ kind: "cost-ceiling", per: "message", ceiling: message, needed })
    cap = Math.min(cap, affordableOutputTokens(message, promptMost, price) - predictedMost)
  }
  if (day !== undefined) {
    const left = microReais(Math.max(0, day - spentToday))
    if (needed > left) return err({ kind: "cost-ceiling", per: "day", ceiling: day, needed, spent: spentToday })
    cap = Math.min(cap, affordableOutputTokens(left, promptMost, price) - predictedMost)
  }
  return ok(cap)
}
