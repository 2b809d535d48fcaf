import { describe, expect, test } from "vitest"
import { priceOf } from "#core/ledger/price.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { compressModel, defaultModels } from "#core/models/default-models.ts"
import type { DatedPrice, ModelRow, TokenPrice } from "#core/models/model-row.ts"
import { parseRowFields, readModelFile } from "../gateway/models/model-file.ts"
import { loadPriceBook, priceBookOf } from "./price-book.ts"

const exchange = { fxBrlPerUsd: "5.50", margin: "1.3" }
const now = Date.UTC(2026, 10, 22, 12)
const chat: TokenPrice = { input: 1_000_000, output: 2_000_000 }
const rowOf = (id: string, ...prices: readonly DatedPrice[]): ModelRow => {
  return { provider: "openai", id, name: id, kind: "chat", prices, source: "a price list", read: "2026-11-22" }
}
const bookOf = (...prices: readonly DatedPrice[]) => loadPriceBook([rowOf("m", ...prices)], exchange, now)

describe("the price book", () => {
  test("turns dollars into reais with the rate and the margin", () => {
    const row = bookOf({ ...chat, cachedInput: 100_000, cacheWrite: 1_250_000 }).priceFor("openai", "m")
    expect(row).toEqual({
      inputPerMillion: 7_150_000,
      cachedPerMillion: 715_000,
      cacheWritePerMillion: 8_937_500,
      outputPerMillion: 14_300_000,
    })
  })

  test("turns yuan into reais with their own rate, and says which setting is missing where there is none", () => {
    const yuan = { ...chat, currency: "CNY" } as const
    expect(bookOf(yuan).priceFor("openai", "m")).toBeUndefined()
    expect(bookOf(yuan).problems).toMatchObject([
      { provider: "openai", model: "m", message: expect.stringContaining("FX_BRL_PER_CNY") },
    ])
    const book = loadPriceBook([rowOf("m", yuan)], { ...exchange, fxBrlPerCny: "0.76" }, now)
    expect(book.priceFor("openai", "m")).toMatchObject({ inputPerMillion: 988_000, outputPerMillion: 1_976_000 })
    expect(book.problems).toEqual([])
  })

  test("prices a cache without a price of its own as any input, never as a gift", () => {
    expect(bookOf(chat).priceFor("openai", "m")).toMatchObject({
      cachedPerMillion: 7_150_000,
      cacheWritePerMillion: 7_150_000,
    })
  })

  test("takes the price that has begun, from midnight on", () => {
    const prices = [chat, { ...chat, from: "2027-01-01", input: 2_000_000 }]
    const at = (instant: number) => loadPriceBook([rowOf("m", ...prices)], exchange, instant)
    const midnight = Date.UTC(2027, 0, 1)
    expect(at(midnight - 1).priceFor("openai", "m")?.inputPerMillion).toBe(7_150_000)
    expect(at(midnight).priceFor("openai", "m")?.inputPerMillion).toBe(14_300_000)
    expect(at(midnight).version).not.toBe(at(midnight - 1).version)
    expect(loadPriceBook([rowOf("m", { ...chat, from: "2027-01-01" })], exchange, now).priceFor("openai", "m")).toBe(
      undefined,
    )
  })

  test("T26: no row with half a price, or one of nothing, ever gets so far", () => {
    const { input: _, ...withoutInput } = chat
    const bad = [
      withoutInput,
      { ...chat, input: 0 },
      { ...chat, output: -1 },
      { ...chat, input: 1.5 },
      { ...chat, input: "1000000" },
      { ...chat, output: 1e300 },
      { ...chat, cachedInput: 0 },
      { ...chat, discount: 1 },
      {},
    ]
    for (const price of bad)
      expect({ price, ok: parseRowFields({ provider: "openai", id: "m", prices: [price] }).ok }).toEqual({
        price,
        ok: false,
      })
    expect(bookOf().priceFor("openai", "m")).toBeUndefined()
  })

  test("keeps providers apart", () => {
    expect(bookOf(chat).priceFor("azure", "m")).toBeUndefined()
  })

  test("changes its version with any price, the rate or the margin, and with nothing else", () => {
    const version = bookOf(chat).version
    expect(loadPriceBook([{ ...rowOf("m", chat), read: "2027-01-01" }], exchange, now).version).toBe(version)
    expect(bookOf({ ...chat, input: 1_000_001 }).version).not.toBe(version)
    expect(loadPriceBook([rowOf("m", chat)], { ...exchange, margin: "1.4" }, now).version).not.toBe(version)
  })

  test("uses other rates above a threshold, and the provider's search price where a model has none", () => {
    const above = { inputTokens: 200_000, input: 2_000_000, output: 3_000_000 }
    const search = rowOf("web-search", { searchCall: 10_000 })
    const book = loadPriceBook([rowOf("m", { ...chat, above }), search], exchange, now)
    expect(book.priceFor("openai", "m")).toMatchObject({
      above: { inputTokens: 200_000, inputPerMillion: 14_300_000, outputPerMillion: 21_450_000 },
      searchPerMillion: 71_500_000_000,
    })
    expect(book.searchPriceFor("openai", "web-search")).toBe(71_500_000_000)
  })

  test("is kept and read back as it was", () => {
    const book = loadPriceBook(readModelFile(), { ...exchange, fxBrlPerCny: "0.76" }, now)
    const again = priceBookOf(book.toJson())
    expect(again.version).toBe(book.version)
    for (const { provider, id } of readModelFile())
      for (const of of [
        "priceFor",
        "imagePricesFor",
        "speechPriceFor",
        "transcriptionPriceFor",
        "searchPriceFor",
      ] as const)
        expect(again[of](provider, id)).toEqual(book[of](provider, id))
  })
})

describe("the prices that come with the program", () => {
  const book = loadPriceBook(readModelFile(), exchange, now)

  test("T26: are complete for every default model, on OpenAI and on Azure", () => {
    for (const provider of ["openai", "azure"])
      for (const model of [...defaultModels.map(({ name }) => name), compressModel])
        expect({ provider, model, price: book.priceFor(provider, model) }).toMatchObject({ price: expect.anything() })
  })

  test("make a short gpt-5 answer cost what its price list says", () => {
    const row = book.priceFor("openai", "gpt-5")
    const usage = { ...noUsage, inputUncached: 1_000, output: 1_000 }
    // US$ 0.01125 times 5.50 times 1.3
    expect(row && priceOf(usage, row)).toBe(80_438)
  })

  test("know pictures by size and quality, and speech by characters", () => {
    expect(book.imagePricesFor("openai", "dall-e-3")?.["1024x1024 standard"]).toBe(286_000_000_000)
    expect(book.speechPriceFor("openai", "tts-1-hd")).toBe(214_500_000)
  })
})
