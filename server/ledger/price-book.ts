import { createHash } from "node:crypto"
import { type Currency, type Exchange, rateOf, toMicroReais } from "#core/ledger/exchange.ts"
import type { ImagePrices, PriceRow, TokenRates } from "#core/ledger/price.ts"
import {
  type DatedPrice,
  type ModelRow,
  type PiecePrice,
  priceAt,
  type Rates,
  type TokenPrice,
} from "#core/models/model-row.ts"

/** Prices in reais at one instant. A model without a price in them has none and is not offered. */
export interface PriceBook {
  /** Changes with any price, an exchange rate or the margin; every hold keeps the version it was priced with. */
  readonly version: string
  priceFor(provider: string, model: string): PriceRow | undefined
  imagePricesFor(provider: string, model: string): ImagePrices | undefined
  /** Micro-reais per million characters. */
  speechPriceFor(provider: string, model: string): number | undefined
  /** Micro-reais per million seconds of a recording that is written down. */
  transcriptionPriceFor(provider: string, model: string): number | undefined
  /** Micro-reais per million web searches, of a model or of its provider's search itself ("web-search"). */
  searchPriceFor(provider: string, model: string): number | undefined
  /** Prices that cannot be used, each with a sentence that says how to set it right. */
  readonly problems: readonly PriceProblem[]
  /** All prices, to be kept under the version; `priceBookOf` reads them back. */
  toJson(): string
}

export interface PriceProblem {
  readonly provider: string
  readonly model: string
  readonly message: string
}

/** By "provider model". */
interface Tables {
  readonly rows: Map<string, PriceRow>
  readonly images: Map<string, ImagePrices>
  readonly speeches: Map<string, number>
  readonly transcriptions: Map<string, number>
  readonly searches: Map<string, number>
}

/** The prices of the catalogue's rows as they hold at an instant (epoch ms). */
export function loadPriceBook(models: readonly ModelRow[], exchange: Exchange, now: number): PriceBook {
  const problems: PriceProblem[] = []
  const priced: { readonly model: ModelRow; readonly price: DatedPrice; readonly currency: Currency }[] = []
  for (const model of models) {
    const price = priceAt(model, now)
    if (price === undefined) continue
    const currency = price.currency ?? "USD"
    if (rateOf(currency, exchange) === undefined) problems.push(withoutRate(model))
    else priced.push({ model, price, currency })
  }

  const tables: Tables = {
    rows: new Map(),
    images: new Map(),
    speeches: new Map(),
    transcriptions: new Map(),
    searches: new Map(),
  }
  const searchesOfProviders = new Map<string, number>()
  for (const { model, price, currency } of priced) {
    if (isTokenPrice(price)) continue
    const key = keyOf(model.provider, model.id)
    const perPiece = (millionths: number) => toMicroReais(millionths * 1_000_000, exchange, currency)
    if (price.images) {
      const each = Object.entries(price.images).map(([size, one]) => [size, perPiece(one)] as const)
      tables.images.set(key, Object.fromEntries(each))
    }
    if (price.speech !== undefined) tables.speeches.set(key, toMicroReais(price.speech, exchange, currency))
    if (price.transcription !== undefined)
      tables.transcriptions.set(key, Math.ceil(perPiece(price.transcription) / secondsPerMinute))
    if (price.searchCall !== undefined) {
      tables.searches.set(key, perPiece(price.searchCall))
      searchesOfProviders.set(model.provider, perPiece(price.searchCall))
    }
  }
  for (const { model, price, currency } of priced) {
    if (!isTokenPrice(price)) continue
    const key = keyOf(model.provider, model.id)
    const perMillion = (millionths: number) => toMicroReais(millionths, exchange, currency)
    const own = price.searchCall === undefined ? undefined : perMillion(price.searchCall * 1_000_000)
    const search = own ?? searchesOfProviders.get(model.provider)
    if (own !== undefined) tables.searches.set(key, own)
    tables.rows.set(key, {
      ...ratesOf(price, perMillion),
      ...(price.above ? { above: { inputTokens: price.above.inputTokens, ...ratesOf(price.above, perMillion) } } : {}),
      ...(search === undefined ? {} : { searchPerMillion: search }),
    })
  }
  return bookOf(tables, problems)
}

type Kept = readonly (readonly [string, never])[]
const secondsPerMinute = 60

/** The prices of a version as they were kept (`toJson`). */
export function priceBookOf(json: string): PriceBook {
  const kept = JSON.parse(json) as { readonly [Name in Exclude<keyof Tables, "transcriptions">]: Kept } & {
    readonly transcriptions?: Kept
  }
  return bookOf(
    {
      rows: new Map(kept.rows),
      images: new Map(kept.images),
      speeches: new Map(kept.speeches),
      // Prices that were kept by an earlier version know of none.
      transcriptions: new Map(kept.transcriptions ?? []),
      searches: new Map(kept.searches),
    },
    [],
  )
}

function bookOf(
  { rows, images, speeches, transcriptions, searches }: Tables,
  problems: readonly PriceProblem[],
): PriceBook {
  const content = JSON.stringify({
    rows: [...rows],
    images: [...images],
    speeches: [...speeches],
    ...(transcriptions.size > 0 && { transcriptions: [...transcriptions] }),
    searches: [...searches],
  })
  return {
    version: createHash("sha256").update(content).digest("hex").slice(0, 12),
    priceFor: (provider, model) => rows.get(keyOf(provider, model)),
    imagePricesFor: (provider, model) => images.get(keyOf(provider, model)),
    speechPriceFor: (provider, model) => speeches.get(keyOf(provider, model)),
    transcriptionPriceFor: (provider, model) => transcriptions.get(keyOf(provider, model)),
    searchPriceFor: (provider, model) => searches.get(keyOf(provider, model)),
    problems,
    toJson: () => content,
  }
}

/** Where a cache has no price of its own, its tokens cost what others do: never less than we pay. */
function ratesOf(rates: Rates, perMillion: (millionths: number) => number): TokenRates {
  return {
    inputPerMillion: perMillion(rates.input),
    cachedPerMillion: perMillion(rates.cachedInput ?? rates.input),
    cacheWritePerMillion: perMillion(rates.cacheWrite ?? rates.input),
    outputPerMillion: perMillion(rates.output),
  }
}

function isTokenPrice(price: TokenPrice | PiecePrice): price is TokenPrice {
  return "input" in price
}

function withoutRate({ provider, id }: ModelRow): PriceProblem {
  const what = "its price is in yuan, and FX_BRL_PER_CNY does not say what one costs in reais"
  return { provider, model: id, message: `${id} (${provider}) is disabled: ${what}` }
}

function keyOf(provider: string, model: string): string {
  return `${provider} ${model}`
}
