import type { Available } from "../gateway/chat-event.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"

/** One wallet's state. `posted` is the fold of its entries, `held` the sum of its open holds, `available` what may still be reserved (never below 0). */
export interface Balance<Amount extends number = MicroReais> {
  readonly posted: Amount
  readonly held: Amount
  readonly available: Amount
}

/**
 * The balances of a code: two money wallets in micro-reais, and search calls, a unit of their own that never mixes with
 * money.
 */
export interface Balances {
  readonly premium: Balance
  readonly free: Balance
  readonly calls: Balance<number>
}

/** The amount left when `held` is reserved out of `posted`; a frozen or overdrawn wallet has 0 available. */
export function availableOf(posted: number, held: number, frozen = false): number {
  return frozen ? 0 : Math.max(0, posted - held)
}

export const noMoney: Balance = { posted: microReais(0), held: microReais(0), available: microReais(0) }
export const noCalls: Balance<number> = { posted: 0, held: 0, available: 0 }
export const emptyBalances: Balances = { premium: noMoney, free: noMoney, calls: noCalls }

/** The amounts that a code can spend right now, with `total` taken from the wallet it pays from. */
export function availableToSpend(purse: "premium" | "free", balances: Balances): Available {
  const reserved = reservedOf(balances[purse])
  return {
    total: balances[purse].available,
    premium: balances.premium.available,
    free: balances.free.available,
    calls: balances.calls.available,
    ...(reserved > 0 ? { reserved } : {}),
  }
}

/** The part of a wallet's own money that is held for answers in progress; never more than is on it. */
export function reservedOf({ posted, held }: Balance): MicroReais {
  return microReais(Math.max(0, Math.min(posted, held)))
}
