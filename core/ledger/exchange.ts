/**
 * The factors that convert a provider's dollars and yuan to our reais: decimal texts with up to 6 decimals, such as
 * "5.50" and "1.3".
 */
export interface Exchange {
  readonly fxBrlPerUsd: string
  /** Absent: models priced in yuan cannot be sold. */
  readonly fxBrlPerCny?: string | undefined
  readonly margin: string
}

export type Currency = "USD" | "CNY"

/** The price of one unit of a currency in reais; undefined where none is configured. */
export function rateOf(currency: Currency, { fxBrlPerUsd, fxBrlPerCny }: Exchange): string | undefined {
  return currency === "USD" ? fxBrlPerUsd : fxBrlPerCny
}

const scale = 1_000_000n

/**
 * Converts whole millionths of a currency to whole micro-reais, times rate and margin, rounded up. The computation is
 * exact, without floats. Throws a RangeError for a currency without a rate.
 */
export function toMicroReais(millionths: number, exchange: Exchange, currency: Currency = "USD"): number {
  const exact = BigInt(millionths) * scaled(rateOf(currency, exchange) ?? "") * scaled(exchange.margin)
  const one = scale * scale
  return Number((exact + one - 1n) / one)
}

/**
 * Multiplies a decimal text by a million. Throws a RangeError for anything but a decimal above 0 with at most 6
 * decimals.
 */
function scaled(decimal: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(decimal)
  const value = match ? BigInt(match[1] ?? "0") * scale + BigInt((match[2] ?? "").padEnd(6, "0")) : 0n
  if (value <= 0n) throw new RangeError(`not a decimal number above 0: ${decimal}`)
  return value
}
