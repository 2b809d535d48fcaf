import type { DatedPrice, Rates, TokenPrice } from "./model-row.ts"

/** Rates that a price of tokens may have and that who sets it need not name. */
export const untoldRates = ["cacheWrite", "searchCall", "above"] as const
export type UntoldRate = (typeof untoldRates)[number]

/** A sentence for the operator about rates that a new price did not name. */
export function keptText(kept: readonly UntoldRate[]): string {
  const has = (rate: UntoldRate) => kept.includes(rate)
  const scaled = [...(has("cacheWrite") ? ["writing to a cache"] : []), ...(has("above") ? ["long prompts"] : [])]
  return [
    ...(scaled.length > 0 ? [`not named, and changed as much as the rates that are: ${scaled.join(", ")}`] : []),
    ...(has("searchCall") ? ["not named, and as before: a web search"] : []),
  ].join("; ")
}

/**
 * The same from what a model has cost so far. Of a price of the same `day` (`YYYY-MM-DD`), which may have been a slip, goes first what was
 * named with it; then what held before that day.
 */
export function withRatesSoFar(told: TokenPrice, prices: readonly DatedPrice[], day: string): TokenPrice {
  const earlier = prices.findLast(({ from = "" }) => from < day)
  const today = prices.findLast(({ from = "" }) => from <= day)
  const named = today !== undefined && today !== earlier ? withNamedRates(today, earlier) : undefined
  return [named, earlier, today].reduce(withUntoldRates, told)
}

/** A price without the rates that only followed from the one before it. */
function withNamedRates(price: DatedPrice, before: DatedPrice | undefined): DatedPrice {
  if (!("input" in price)) return price
  const { cacheWrite, searchCall, above, ...base } = price
  const followed = withUntoldRates(base, before)
  const rates = { cacheWrite, searchCall, above }
  const named = untoldRates.filter((rate) => JSON.stringify(rates[rate]) !== JSON.stringify(followed[rate]))
  return { ...base, ...Object.fromEntries(named.map((rate) => [rate, rates[rate]])) }
}

/**
 * A new price of tokens with the rates that it does not name as they were before, so that nothing is sold below its cost because nobody thought of it: what
 * is written to a cache, and the rates of long prompts, change as the rates that are named do, rounded up; a web search costs the same.
 */
export function withUntoldRates(told: TokenPrice, before: DatedPrice | undefined): TokenPrice {
  if (before === undefined || !("input" in before)) return told
  const { cacheWrite, searchCall, above } = before
  const isSameCurrency = (told.currency ?? "USD") === (before.currency ?? "USD")
  return {
    ...(cacheWrite !== undefined && { cacheWrite: scaled(cacheWrite, told.input, before.input) }),
    ...(searchCall !== undefined && isSameCurrency && { searchCall }),
    ...(above && { above: { inputTokens: above.inputTokens, ...longRates(told, before, above) } }),
    ...told,
  }
}

/** The rates of long prompts, each as much above its own of short ones as before. */
function longRates(told: Rates, before: Rates, above: Rates): Rates {
  const { cachedInput, cacheWrite } = above
  // What has no price in a cache costs what other input does.
  const [cachedNow, cachedBefore] = [told.cachedInput ?? told.input, before.cachedInput ?? before.input]
  const isWriteNamed = told.cacheWrite !== undefined && before.cacheWrite !== undefined
  const [writeNow, writeBefore] = isWriteNamed ? [told.cacheWrite, before.cacheWrite] : [told.input, before.input]
  return {
    input: scaled(above.input, told.input, before.input),
    ...(cachedInput !== undefined && { cachedInput: scaled(cachedInput, cachedNow, cachedBefore) }),
    ...(cacheWrite !== undefined && { cacheWrite: scaled(cacheWrite, writeNow, writeBefore) }),
    output: scaled(above.output, told.output, before.output),
  }
}

/** In whole millionths, as both rates are: their product is larger than a number keeps exactly. */
function scaled(rate: number, now: number, before: number): number {
  const [product, divisor] = [BigInt(rate) * BigInt(now), BigInt(before)]
  return Number((product + divisor - 1n) / divisor)
}
