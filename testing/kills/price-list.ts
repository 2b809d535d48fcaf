/** A price set by the operator, as decimal texts of US dollars for a million tokens. */
export interface SetPrice {
  readonly model: string
  readonly input: string
  readonly cached: string
  readonly output: string
}

/** How dollars become reais, as a server was started with. */
export interface SetExchange {
  readonly fx: string
  readonly margin: string
}

/** Micro-reais for a million tokens. */
export interface Rates {
  readonly input: number
  readonly cached: number
  readonly output: number
}

/** Micro-reais for so many tokens, by arithmetic of the schoolbook: added up exactly, rounded up once. */
export function priceAt(
  rates: Rates,
  tokens: { readonly input: number; readonly cached?: number; readonly output: number },
): number {
  const millionths =
    BigInt(tokens.input) * BigInt(rates.input) +
    BigInt(tokens.cached ?? 0) * BigInt(rates.cached) +
    BigInt(tokens.output) * BigInt(rates.output)
  return Number((millionths + 999_999n) / 1_000_000n)
}

/** Converts a set price to reais at an exchange rate and a margin. */
export function ratesOf(price: SetPrice, exchange: SetExchange): Rates {
  const inReais = (dollars: string) =>
    Number((millionths(dollars) * millionths(exchange.fx) * millionths(exchange.margin) + 10n ** 12n - 1n) / 10n ** 12n)
  return { input: inReais(price.input), cached: inReais(price.cached), output: inReais(price.output) }
}

function millionths(decimal: string): bigint {
  const [whole = "0", part = ""] = decimal.split(".")
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, "0"))
}

/** The rates of a model in the prices that a database keeps of a version. */
export function keptRates(content: string, model: string): Rates | undefined {
  const { rows } = JSON.parse(content) as { readonly rows: readonly (readonly [string, KeptRow])[] }
  const row = rows.find(([name]) => name === `openai ${model}`)?.[1]
  return row && { input: row.inputPerMillion, cached: row.cachedPerMillion, output: row.outputPerMillion }
}

interface KeptRow {
  readonly inputPerMillion: number
  readonly cachedPerMillion: number
  readonly outputPerMillion: number
}
