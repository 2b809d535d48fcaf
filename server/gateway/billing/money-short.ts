import type { AffordableModel, Failure } from "#core/gateway/failure.ts"
import { availableToSpend, type Balances, emptyBalances } from "#core/ledger/balance.ts"
import { mostPrice } from "#core/ledger/price.ts"
import { fromReais, microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Need } from "./billing.ts"

/** When to ask again for what answers under way hold. */
const inUseMs = 5_000
/** Less than this is nothing, in words. */
const centavo = fromReais(0.01)

export interface ShortPurse {
  readonly purse: "premium" | "free"
  readonly upgradeUrl: string
  readonly supportUrl: string | undefined
  /** The best model whose answer this amount would pay for; undefined where there is no such model. */
  readonly affordable: (available: MicroReais) => AffordableModel | undefined
  /** A picture or speech is asked for. */
  readonly isPiece?: boolean
}

/** Why no money could be set aside for a call, by what the wallet has: held for others, shut, too little, or nothing at all. */
export function moneyShort(
  { purse, upgradeUrl, supportUrl, affordable, isPiece = false }: ShortPurse,
  { model, promptMost, predictedMost, cap, outputFloor }: Need,
  balances: Balances,
): Failure {
  const { posted, held, available } = balances[purse]
  const needed = mostPrice(promptMost, Math.min(outputFloor, cap) + predictedMost, model.price)
  const balance = availableToSpend(purse, balances)
  const insufficient = { kind: "insufficient-balance", balance, upgradeUrl } as const
  if (posted < held || posted < 0) {
    return { ...insufficient, short: { why: "overdrawn", missing: microReais(held - posted), supportUrl } }
  }
  if (available === 0 && posted > held) {
    return frozen({ upgradeUrl, supportUrl })
  }
  if (held > 0 && needed <= posted) {
    return { kind: "balance-in-use", retryAfterMs: inUseMs, short: { why: "in-use", balance, needed } }
  }
  if (posted < centavo) return insufficient
  const short = {
    why: "too-little",
    has: posted,
    needed,
    model: model.displayName,
    affordable: affordable(available),
    ...(isPiece && { isPiece }),
  } as const
  return { ...insufficient, short }
}

/** Of a frozen code, whatever is on it. `meanwhile`: its answer was arriving, and was charged. */
export function frozen(
  { upgradeUrl, supportUrl }: Partial<Pick<ShortPurse, "upgradeUrl" | "supportUrl">>,
  { meanwhile = false } = {},
): Failure {
  const balance = availableToSpend("premium", emptyBalances)
  return {
    kind: "insufficient-balance",
    balance,
    ...(upgradeUrl !== undefined && { upgradeUrl }),
    short: { why: "frozen", ...(meanwhile && { meanwhile }), supportUrl },
  }
}

/** Why no search could be set aside: there is none, or all are held for others. */
export function searchesShort({ calls }: Pick<Balances, "calls">): Failure {
  if (calls.posted <= 0) return { kind: "refused", reason: "no-search-calls" }
  return { kind: "balance-in-use", retryAfterMs: inUseMs, short: { why: "searches-in-use", searches: calls.posted } }
}
