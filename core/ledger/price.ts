import { inputTokens, type Usage } from "../gateway/usage.ts"
import { microReais, type MicroReais } from "../lib/micro-reais.ts"

/** The price of a model's tokens for its user, in whole micro-reais per million tokens. */
export interface TokenRates {
  readonly inputPerMillion: number
  /** Input read from the provider's cache. */
  readonly cachedPerMillion: number
  /** Input written to the provider's cache; where it costs nothing extra, the same as input. */
  readonly cacheWritePerMillion: number
  /** Reasoning is output. */
  readonly outputPerMillion: number
}

/** The price of a chat model. */
export interface PriceRow extends TokenRates {
  /** Other rates for the whole call when its input is longer than this. */
  readonly above?: TokenRates & { readonly inputTokens: number }
  /** Web searches, in micro-reais per million calls. */
  readonly searchPerMillion?: number
}

/** Prices of pictures by `size quality` ("1024x1024 standard"), in micro-reais per million pictures. */
export type ImagePrices = Readonly<Record<string, number>>

const million = 1_000_000n

/**
 * The price of a call in micro-reais: all buckets are added up exactly, then rounded up, once. Searches are left out,
 * because they are paid in calls; `searchesInMoney` adds them where they are not (the cost of a free run to us).
 */
export function priceOf(usage: Usage, row: PriceRow, options: { readonly searchesInMoney?: boolean } = {}): MicroReais {
  const rates = ratesFor(row, inputTokens(usage))
  const searches = options.searchesInMoney === true ? usage.searchCalls : 0
  return roundedUp(
    times(usage.inputUncached, rates.inputPerMillion) +
      times(usage.inputCached, rates.cachedPerMillion) +
      times(usage.cacheWrite, rates.cacheWritePerMillion) +
      times(usage.output, rates.outputPerMillion) +
      times(searches, row.searchPerMillion ?? 0),
  )
}

/** The price of `units` (characters of speech, pictures, searches) at a rate in micro-reais per million. */
export function priceOfUnits(units: number, perMillion: number): MicroReais {
  return roundedUp(times(units, perMillion))
}

/**
 * The highest possible price of a call: every input token at the dearest input rate, the output up to its cap. Counts
 * in tokens.
 */
export function mostPrice(inputMost: number, outputMost: number, row: PriceRow): MicroReais {
  const { input, output } = dearest(row, inputMost)
  return roundedUp(times(inputMost, input) + times(outputMost, output))
}

/**
 * How many output tokens a budget pays for after an input of at most `inputMost` tokens; 0 when it does not even pay
 * for that.
 */
export function affordableOutputTokens(budget: MicroReais, inputMost: number, row: PriceRow): number {
  const { input, output } = dearest(row, inputMost)
  const left = BigInt(budget) * million - times(inputMost, input)
  if (left < 0n) return 0
  return output === 0 ? Number.MAX_SAFE_INTEGER : Number(left / BigInt(output))
}

function ratesFor(row: PriceRow, input: number): TokenRates {
  return row.above !== undefined && input > row.above.inputTokens ? row.above : row
}

function dearest(row: PriceRow, inputMost: number): { readonly input: number; readonly output: number } {
  const rates = ratesFor(row, inputMost)
  return {
    input: Math.max(rates.inputPerMillion, rates.cachedPerMillion, rates.cacheWritePerMillion),
    output: rates.outputPerMillion,
  }
}

function times(units: number, perMillion: number): bigint {
  return BigInt(units) * BigInt(perMillion)
}

function roundedUp(millionths: bigint): MicroReais {
  return microReais(Number((millionths + million - 1n) / million))
}
