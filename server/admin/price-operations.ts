import { utcDay } from "#core/lib/days.ts"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Exchange } from "#core/ledger/exchange.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import { mergeFields, mergeRows, type RowFields } from "#core/models/merge-rows.ts"
import { type DatedPrice, type ModelRow, modelKey, type TokenPrice } from "#core/models/model-row.ts"
import { type UntoldRate, untoldRates, withRatesSoFar } from "#core/models/untold-rates.ts"
import type { CatalogueBooks, LayeredState } from "../gateway/models/catalogue-store.ts"
import { parseRowFields, shippedModelFile } from "../gateway/models/model-file.ts"
import { loadPriceBook, type PriceBook, type PriceProblem } from "../ledger/price-book.ts"
import type { Refusal } from "./operations.ts"
import { refreshShippedPrices } from "./refresh-prices.ts"

/** One line of the price list: what a user pays, in reais. */
export interface PriceView {
  readonly provider: string
  readonly model: string
  /** Reais per unit, by what is counted: "input", "cached" and "output" per million tokens, "speech" per million characters, "transcription" per minute, a picture's size, "search" per call. */
  readonly reais: Readonly<Record<string, number>>
  readonly source: string
  readonly date: string
}

export interface PriceListView {
  readonly version: string
  readonly fxBrlPerUsd: string
  readonly fxBrlPerCny?: string | undefined
  readonly margin: string
  readonly prices: readonly PriceView[]
  /** Models that are disabled for want of a price, each with how to set it. */
  readonly problems: readonly PriceProblem[]
}

/** A price in whole micro-dollars per million tokens; `searchCall` per call. */
export interface NewPrice {
  readonly provider: string
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cachedInput?: number
  readonly cacheWrite?: number
  readonly searchCall?: number
  readonly source: string
}

/**
 * A price in whole micro-dollars: pictures by size and quality ("1024x1024 medium", or "any"), speech per million characters, or
 * a recording per minute.
 */
export interface NewPiecePrice {
  readonly provider: string
  readonly model: string
  readonly per:
    | { readonly images: Readonly<Record<string, number>> }
    | { readonly speech: number }
    | { readonly transcription: number }
  readonly source: string
}

/** A price as it was set, with the day. */
export type SetPrice = (NewPrice | Omit<NewPiecePrice, "per">) & Pick<TokenPrice, "above"> & { readonly date: string }

/** What became of a price that was to be set; `kept`: the rates that it did not name and that it has all the same (`withRatesSoFar`). */
export interface PriceChange {
  readonly price: SetPrice
  readonly kept: readonly UntoldRate[]
}

/** The prices, read and changed. Running servers take the operator's own from their next call on. */
export interface PriceOperations {
  list(): Promise<PriceListView>
  set(price: NewPrice): Promise<Result<PriceChange, Refusal>>
  /** Sets a price by the piece; of pictures, those of all sizes at once: what is not named has no price any more. */
  setPiece(price: NewPiecePrice): Promise<Result<PriceChange, Refusal>>
  /** For developers: renews the prices that come with the program from the price package. */
  refresh(): Promise<Result<{ readonly changed: readonly string[]; readonly missing: readonly string[] }, Refusal>>
}

export interface PriceOperationsOptions {
  readonly exchange: Exchange
  readonly now: () => number
  readonly store: CatalogueBooks
  /** The catalogue that comes with the program. */
  readonly shipped: readonly ModelRow[]
  /** Whether a provider's models can be asked at all: nobody is troubled with the prices of others. Absent: all are. */
  readonly isReached?: (provider: ProviderId) => boolean
  /** Prices were changed. */
  readonly onChange?: () => unknown
}

type PricedKind = Exclude<ModelRow["kind"], "search">

/** What a model of a kind is, and how its price is set. */
const kindWords: Readonly<Record<ModelRow["kind"], string>> = {
  chat: "a chat model, which has a price of tokens: --input and --output",
  image: "a model of pictures, which has a price of pictures: --picture",
  speech: "a model that reads aloud, which has a price of characters: --speech",
  transcription: "a model that writes down speech, which has a price of minutes: --transcription",
  search: "a web search, whose price stands beside those of its provider's models: --search",
}

export function createPriceOperations(options: PriceOperationsOptions): PriceOperations {
  const { now, store, shipped, isReached = () => true, onChange = () => {} } = options
  // Only these: whoever calls may pass its whole configuration, which is full of secrets.
  const { fxBrlPerUsd, fxBrlPerCny, margin } = options.exchange
  const exchange: Exchange = { fxBrlPerUsd, ...(fxBrlPerCny === undefined ? {} : { fxBrlPerCny }), margin }

  async function write(
    price: NewPrice | NewPiecePrice,
    what: object,
    kind: PricedKind,
  ): Promise<Result<PriceChange, Refusal>> {
    const { provider, model, source } = price
    const unknown = unknownProvider(provider)
    if (unknown) return err(unknown)
    const date = utcDay(now())
    const fields = parseRowFields({ provider, id: model, prices: [what], source, read: date })
    if (!fields.ok) {
      const [, field] = /^prices\.0\.?([^:]*):/.exec(fields.error) ?? []
      const message = field === undefined ? fields.error : `a price must be above 0 in whole micro-dollars: ${field}`
      return err({ kind: "invalid", message })
    }
    const [told] = fields.value.prices ?? []
    const set = await store.change<PriceChange, Refusal>(async (state, writer) => {
      const { own, effective } = rowsOf(state, fields.value)
      if (effective !== undefined && effective.kind !== kind)
        return err({ kind: "invalid", message: `${model} (${provider}) is ${kindWords[effective.kind]}` })
      const today = told && "input" in told ? withRatesSoFar(told, effective?.prices ?? [], date) : told
      const past = (effective?.prices ?? []).filter(({ from = "" }) => from < date)
      const dated = past.length === 0 ? today : { from: date, ...today }
      const prices = [...past, dated] as readonly DatedPrice[]
      const known = effective === undefined ? { kind } : {}
      const row = mergeFields(own, { ...fields.value, ...known, prices })
      // The rates that it did not name are in proportion to those that it did, whatever these are.
      const whole = parseRowFields(JSON.parse(JSON.stringify(row)))
      if (!whole.ok) return err({ kind: "invalid", message: `${model} (${provider}): ${whole.error}` })
      await writer.putRow(row)
      const kept = untoldRates.filter((rate) => rate in (today ?? {}) && !(rate in (told ?? {})))
      return ok({ price: { provider, model, ...today, source, date } as SetPrice, kept })
    })
    if (set.ok) await onChange()
    return set
  }

  function rowsOf(state: LayeredState, { provider, id }: RowFields) {
    const key = modelKey(provider, id)
    const isIt = (row: RowFields) => modelKey(row.provider, row.id) === key
    const own = state.own.find(isIt) ?? { provider, id }
    return { own, effective: mergeRows(shipped.filter(isIt), state.rows.filter(isIt))[0] }
  }

  return {
    async list() {
      const rows = mergeRows(shipped, (await store.read()).rows)
      const book = loadPriceBook(rows, exchange, now())
      const prices = rows.flatMap(({ provider, id, source, read }) => {
        const reais = reaisOf(book, provider, id)
        return Object.keys(reais).length === 0 ? [] : [{ provider, model: id, reais, source, date: read }]
      })
      const reached = new Set<string>(providerIds.filter(isReached))
      const problems = book.problems.filter(({ provider }) => reached.has(provider))
      return { version: book.version, ...exchange, prices, problems }
    },

    set({ provider, model, source, ...rates }) {
      return write({ provider, model, source, ...rates }, rates, "chat")
    },

    setPiece(price) {
      const { per } = price
      return write(price, per, "images" in per ? "image" : "speech" in per ? "speech" : "transcription")
    },

    async refresh() {
      const packageVersion = priceVersion()
      if (packageVersion === undefined)
        return err({ kind: "not-found", message: "the price package is not installed: npm install --include=dev" })
      return ok(await refreshShippedPrices(shippedModelFile, new Date(now())))
    },
  }
}

/** A model's prices in reais, by the counted unit; empty where it has no price. */
export function reaisOf(book: PriceBook, provider: ProviderId, model: string): Readonly<Record<string, number>> {
  const each = (perMillion: number) => toReais(microReais(Math.ceil(perMillion / 1_000_000)))
  const row = book.priceFor(provider, model)
  const images = book.imagePricesFor(provider, model) ?? {}
  const speech = book.speechPriceFor(provider, model)
  const perSecond = book.transcriptionPriceFor(provider, model)
  const search = book.searchPriceFor(provider, model)
  return {
    ...(row && {
      input: toReais(microReais(row.inputPerMillion)),
      cached: toReais(microReais(row.cachedPerMillion)),
      output: toReais(microReais(row.outputPerMillion)),
    }),
    ...Object.fromEntries(Object.entries(images).map(([size, perMillion]) => [size, each(perMillion)])),
    ...(speech === undefined ? {} : { speech: toReais(microReais(speech)) }),
    ...(perSecond === undefined ? {} : { transcription: each(perSecond * 60) }),
    ...(search === undefined ? {} : { search: each(search) }),
  }
}

/** The installed version of the price package; it is a development dependency. */
function priceVersion(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve("@pydantic/genai-prices")
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", `file://${entry}`), "utf8"))
    return typeof manifest === "object" && manifest !== null && "version" in manifest
      ? String(manifest.version)
      : undefined
  } catch {
    return undefined
  }
}

/** A price under a name that nobody has would never be used, and nobody told. */
export function unknownProvider(name: string): Refusal | undefined {
  if (providerIds.some((id) => id === name)) return undefined
  return { kind: "invalid", message: `there is no provider "${name}": it must be one of ${providerIds.join(", ")}` }
}
