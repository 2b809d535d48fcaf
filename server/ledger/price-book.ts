import { createHash } from "node:crypto"
import { toMicroReais, type Exchange } from "#core/ledger/exchange.ts"
import type { ImagePrices, PriceRow, TokenRates } from "#core/ledger/price.ts"
import { chatPriceSchema, priceFileSchema, priceSchema, type ChatPrice, type Price } from "./price-file.ts"

/** Prices in reais, fixed while the server runs. A model without a complete, positive price has none and is not offered. */
export interface PriceBook {
  /** Changes with any price, the exchange rate or the margin; every hold keeps the version it was priced with. */
  readonly version: string
  priceFor(provider: string, model: string): PriceRow | undefined
  imagePricesFor(provider: string, model: string): ImagePrices | undefined
  /** Micro-reais per million characters. */
  speechPriceFor(provider: string, model: string): number | undefined
  /** Micro-reais per million web searches, of a model or of its provider's search itself ("web-search"). */
  searchPriceFor(provider: string, model: string): number | undefined
  /** Rows that cannot be used, each with a sentence that says how to set it right. */
  readonly problems: readonly PriceProblem[]
}

export interface PriceProblem {
  readonly provider: string
  readonly model: string
  readonly message: string
}

/** The book of a price file's content (`config/prices.json`). */
export function loadPriceBook(json: unknown, exchange: Exchange): PriceBook {
  const problems: PriceProblem[] = []
  const prices: Price[] = []
  for (const row of priceFileSchema.parse(json).prices) {
    const parsed = (looksLikeChat(row) ? chatPriceSchema : priceSchema).safeParse(row)
    if (parsed.success) prices.push(parsed.data)
    else problems.push(problemOf(row, parsed.error.issues[0]?.path.join(".") ?? ""))
  }
  const perMillion = (microDollars: number) => toMicroReais(microDollars, exchange)
  const perPiece = (microDollars: number) => toMicroReais(microDollars * 1_000_000, exchange)

  const searches = new Map<string, number>()
  const searchesOfProviders = new Map<string, number>()
  const chats = new Map<string, ChatPrice>()
  const images = new Map<string, ImagePrices>()
  const speeches = new Map<string, number>()
  for (const price of prices) {
    const key = keyOf(price.provider, price.model)
    if ("images" in price)
      images.set(key, Object.fromEntries(Object.entries(price.images).map(([size, each]) => [size, perPiece(each)])))
    else if ("speech" in price) speeches.set(key, perMillion(price.speech))
    else if ("input" in price) chats.set(key, price)
    else {
      searches.set(key, perPiece(price.searchCall))
      searchesOfProviders.set(price.provider, perPiece(price.searchCall))
    }
  }
  const rows = new Map<string, PriceRow>()
  for (const [key, chat] of chats) {
    const search = chat.searchCall === undefined ? searchesOfProviders.get(chat.provider) : perPiece(chat.searchCall)
    if (chat.searchCall !== undefined) searches.set(key, perPiece(chat.searchCall))
    rows.set(key, {
      ...ratesOf(chat, perMillion),
      ...(chat.above ? { above: { inputTokens: chat.above.inputTokens, ...ratesOf(chat.above, perMillion) } } : {}),
      ...(search === undefined ? {} : { searchPerMillion: search }),
    })
  }
  const content = JSON.stringify([[...rows], [...images], [...speeches]])
  return {
    version: createHash("sha256").update(content).digest("hex").slice(0, 12),
    priceFor: (provider, model) => rows.get(keyOf(provider, model)),
    imagePricesFor: (provider, model) => images.get(keyOf(provider, model)),
    speechPriceFor: (provider, model) => speeches.get(keyOf(provider, model)),
    searchPriceFor: (provider, model) => searches.get(keyOf(provider, model)),
    problems,
  }
}

/** Where a cache has no price of its own, its tokens cost what others do: never less than we pay. */
function ratesOf(
  rates: Pick<ChatPrice, "input" | "cachedInput" | "cacheWrite" | "output">,
  perMillion: (microDollars: number) => number,
): TokenRates {
  return {
    inputPerMillion: perMillion(rates.input),
    cachedPerMillion: perMillion(rates.cachedInput ?? rates.input),
    cacheWritePerMillion: perMillion(rates.cacheWrite ?? rates.input),
    outputPerMillion: perMillion(rates.output),
  }
}

/** A row with a token price, or with nothing else either, was meant for a chat model: judge it as one. */
function looksLikeChat(row: object): boolean {
  return !("images" in row || "speech" in row || ("searchCall" in row && !("input" in row || "output" in row)))
}

function problemOf(row: { readonly provider: string; readonly model: string }, field: string): PriceProblem {
  const { provider, model } = row
  const what = field === "" ? "its price is incomplete" : `its price has no valid "${field}" (a whole number above 0)`
  const how = `npm run admin -- prices set ${provider} ${model} --input USD --output USD`
  return { provider, model, message: `${model} (${provider}) is disabled: ${what}; set it with: ${how}` }
}

function keyOf(provider: string, model: string): string {
  return `${provider} ${model}`
}
