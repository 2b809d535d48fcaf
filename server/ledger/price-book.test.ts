import { describe, expect, test } from "vitest"
import { priceOf } from "#core/ledger/price.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { compressModel, defaultModels } from "#core/models/default-models.ts"
import { loadPriceBook } from "./price-book.ts"
import { readPriceFile } from "./price-file.ts"

const exchange = { fxBrlPerUsd: "5.50", margin: "1.3" }
const origin = { source: "a price list", date: "2026-11-21" }
const chat = { provider: "openai", model: "m", input: 1_000_000, output: 2_000_000, ...origin }
const bookOf = (...prices: object[]) => loadPriceBook({ prices }, exchange)

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

  test("prices a cache without a price of its own as any input, never as a gift", () => {
    expect(bookOf(chat).priceFor("openai", "m")).toMatchObject({
      cachedPerMillion: 7_150_000,
      cacheWritePerMillion: 7_150_000,
    })
  })

  test("has no price for a model whose row is not complete and positive, and says what to do", () => {
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
      { provider: "openai", model: "m", ...origin },
    ]
    for (const row of bad) {
      const book = bookOf(row)
      expect(book.priceFor("openai", "m")).toBeUndefined()
      expect(book.problems).toMatchObject([{ provider: "openai", model: "m" }])
      expect(book.problems[0]?.message).toContain("prices set openai m")
    }
  })

  test("lets one bad row disable one model only", () => {
    const book = bookOf({ ...chat, model: "bad", input: -1 }, chat)
    expect(book.priceFor("openai", "m")).toBeDefined()
    expect(book.problems).toHaveLength(1)
  })

  test("keeps providers apart", () => {
    expect(bookOf(chat).priceFor("azure", "m")).toBeUndefined()
  })

  test("changes its version with any price, the rate or the margin, and with nothing else", () => {
    const version = bookOf(chat).version
    expect(bookOf({ ...chat, date: "2027-01-01" }).version).toBe(version)
    expect(bookOf({ ...chat, input: 1_000_001 }).version).not.toBe(version)
    expect(loadPriceBook({ prices: [chat] }, { ...exchange, margin: "1.4" }).version).not.toBe(version)
  })

  test("uses other rates above a threshold, and the provider's search price where a model has none", () => {
    const above = { inputTokens: 200_000, input: 2_000_000, output: 3_000_000 }
    const search = { provider: "openai", model: "web-search", searchCall: 10_000, ...origin }
    expect(bookOf({ ...chat, above }, search).priceFor("openai", "m")).toMatchObject({
      above: { inputTokens: 200_000, inputPerMillion: 14_300_000, outputPerMillion: 21_450_000 },
      searchPerMillion: 71_500_000_000,
    })
  })
})

describe("the prices that come with the program", () => {
  const book = loadPriceBook(readPriceFile(), exchange)

  test("T26: are complete for every default model, on OpenAI and on Azure", () => {
    expect(book.problems).toEqual([])
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
