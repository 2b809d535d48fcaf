import type { CostCeilingFailure } from "../gateway/failure.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import { err, ok, type Result } from "../lib/result.ts"
import { affordableOutputTokens, mostPrice, type PriceRow } from "./price.ts"

/**
 * The most a user wants to spend, in micro-reais: on one message, and on one day from midnight to midnight in São Paulo
 * (0022).
 */
export interface Ceilings {
  readonly message?: MicroReais
  readonly day?: MicroReais
}

/** The most a call may need, in tokens. */
export interface CeilingNeed {
  readonly promptMost: number
  /** Output that may be billed besides the answer. */
  readonly predictedMost?: number
  readonly cap: number
  readonly outputFloor: number
  readonly price: PriceRow
}

/**
 * Returns the output cap with which a call cannot exceed its user's ceilings; or the ceiling that is in the way, when
 * not even the shortest useful answer fits under it. `spentToday` includes the money held for answers in progress.
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
