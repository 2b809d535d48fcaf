import { microReais, type MicroReais } from "../lib/micro-reais.ts"
import { affordableOutputTokens, mostPrice, type PriceRow } from "./price.ts"

/** What is asked for, before the balance has its say. Token counts are upper bounds. */
export interface HoldNeed {
  readonly promptMost: number
  /** What may be billed as output besides the answer: a prediction that did not come true. */
  readonly predictedMost?: number
  /** The output cap by model, client and tier. */
  readonly cap: number
  /** Fewest output tokens with which an answer is worth starting; 512, or 4 096 for models that reason. */
  readonly outputFloor: number
  readonly price: PriceRow
  readonly available: MicroReais
  /** Other runs of this wallet are under way. */
  readonly othersOpen: boolean
}

/** What to reserve, and the output cap to send to the provider, which makes the reservation sufficient. */
export interface HoldPlan {
  readonly amount: MicroReais
  readonly cap: number
}

/** Above so many tokens' worth of balance, a chat leaves half of it to others. */
const roomyTokens = 4_000

/**
 * Reserves no more than a balance can spare: where others are under way, or the balance is roomy, at most half of it, so
 * that chats beside this one still fit (`GATEWAY.md` §4.4). Undefined when not even the floor can be paid.
 */
export function planHold(need: HoldNeed): HoldPlan | undefined {
  const { promptMost, predictedMost = 0, price, available } = need
  const whole = affordableOutputTokens(available, promptMost, price) - predictedMost
  const half = affordableOutputTokens(microReais(Math.floor(available / 2)), promptMost, price) - predictedMost
  // A client that asks for less than the floor needs no more than it asks for.
  const floor = Math.min(need.outputFloor, need.cap)
  const sharing = need.othersOpen || whole > roomyTokens
  const affordable = sharing ? Math.max(half, Math.min(whole, floor)) : whole
  if (affordable < floor) return undefined
  const cap = Math.min(need.cap, affordable)
  return { cap, amount: microReais(Math.max(1, mostPrice(promptMost, cap + predictedMost, price))) }
}
