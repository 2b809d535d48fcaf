import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import { affordableOutputTokens, mostPrice, type PriceRow } from "./price.ts"

/** The need of a call before the balance is considered. Token counts are upper bounds. */
export interface HoldNeed {
  readonly promptMost: number
  /** Output that may be billed besides the answer: a prediction that did not come true. */
  readonly predictedMost?: number
  /** The output cap that follows from model, client and tier. */
  readonly cap: number
  /** The shortest useful answer in tokens: 512, or 4 096 for models that reason. */
  readonly outputFloor: number
  readonly price: PriceRow
  readonly available: MicroReais
  /** Other runs of this wallet are in progress. */
  readonly othersOpen: boolean
}

/** The amount to hold, and the output cap to send to the provider, with which that amount is sufficient. */
export interface HoldPlan {
  readonly amount: MicroReais
  readonly cap: number
}

/** With a balance worth more output tokens than this, a chat leaves half of it to others. */
const roomyTokens = 4_000

/**
 * Plans a hold: where other runs are in progress, or the balance is large, at most half of the balance, so that further
 * chats still fit beside this one. Undefined when not even the shortest useful answer can be paid.
 */
export function planHold(need: HoldNeed): HoldPlan | undefined {
  const { promptMost, predictedMost = 0, price, available } = need
  const whole = affordableOutputTokens(available, promptMost, price) - predictedMost
  const half = affordableOutputTokens(microReais(Math.floor(available / 2)), promptMost, price) - predictedMost
  // A client that sets a lower cap than the floor needs no more than its cap.
  const floor = Math.min(need.outputFloor, need.cap)
  const sharing = need.othersOpen || whole > roomyTokens
  const affordable = sharing ? Math.max(half, Math.min(whole, floor)) : whole
  if (affordable < floor) return undefined
  const cap = Math.min(need.cap, affordable)
  return { cap, amount: microReais(Math.max(1, mostPrice(promptMost, cap + predictedMost, price))) }
}
