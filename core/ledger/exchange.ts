/** How a provider's dollars become our reais: decimal texts with up to 6 decimals, such as "5.50" and "1.3". */
export interface Exchange {
  readonly fxBrlPerUsd: string
  readonly margin: string
}

const scale = 1_000_000n

/** An amount in whole micro-dollars as whole micro-reais, times FX and margin, rounded up. Exact: no float touches it. */
export function toMicroReais(microDollars: number, { fxBrlPerUsd, margin }: Exchange): number {
  const exact = BigInt(microDollars) * scaled(fxBrlPerUsd) * scaled(margin)
  const one = scale * scale
  return Number((exact + one - 1n) / one)
}

/** A decimal text times a million. Throws a RangeError for anything but a decimal above 0 with at most 6 decimals. */
function scaled(decimal: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(decimal)
  const value = match ? BigInt(match[1] ?? "0") * scale + BigInt((match[2] ?? "").padEnd(6, "0")) : 0n
  if (value <= 0n) throw new RangeError(`not a decimal number above 0: ${decimal}`)
  return value
}
