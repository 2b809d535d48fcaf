/** Money is counted in micro-reais, web searches in whole calls; the two are separate units and never mix. */
export const units = ["BRL", "CALL"] as const
export type Unit = (typeof units)[number]

/**
 * One line of a transaction: an amount (≠ 0) that an account gained or lost. Entries are only ever added; a mistake is
 * corrected by another transaction. What a wallet loses another account gains, so a transaction's entries sum to 0 per unit.
 */
export interface Entry {
  readonly account: string
  readonly unit: Unit
  /** Micro-reais or calls, negative when it leaves the account. */
  readonly amount: number
}

/** The accounts of the books. A code's accounts carry its id, never the code itself. */
export const accounts = {
  wallet: (codeId: string, purse: "premium" | "free") => `wallet:${codeId}:${purse}`,
  calls: (codeId: string) => `calls:${codeId}`,
  /** The other side of every credit. */
  clearing: (source: string) => `pix:clearing:${source}`,
  revenue: (model: string) => `revenue:${model}`,
  /** The revenue of searches, in calls. */
  searches: "revenue:search",
  /** Pays the free grants and the calls that cost a user nothing. */
  promoFree: "promo:free",
  /** Cost beyond what a wallet could pay. */
  lossOverrun: "loss:overrun",
  /** Provider cost after a Stop. */
  lossCancel: "loss:cancel",
  /** An answer that ended by length with nothing to read. */
  lossEmpty: "loss:empty",
  /** Our cost where a provider answered with a dearer model than the requested one. */
  lossRerouted: "loss:rerouted",
  refunds: "refunds",
} as const

/** Whether the lines of one transaction balance: at least two lines, no zero, and a sum of 0 in each unit. */
export function isBalanced(entries: readonly Entry[]): boolean {
  if (entries.length < 2 || entries.some(({ amount }) => amount === 0 || !Number.isSafeInteger(amount))) return false
  return units.every(
    (unit) => entries.reduce((sum, entry) => (entry.unit === unit ? sum + entry.amount : sum), 0) === 0,
  )
}
