import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { noUsage } from "../gateway/usage.ts"
import { microReais } from "../lib/micro-reais.ts"
import { affordableOutputTokens, mostPrice, priceOf, priceOfUnits, type PriceRow } from "./price.ts"

/** gpt-5 at R$ 7,15 per dollar: US$ 1.25, 0.125 and 10 per million. */
const gpt5: PriceRow = {
  inputPerMillion: 8_937_500,
  cachedPerMillion: 893_750,
  cacheWritePerMillion: 8_937_500,
  outputPerMillion: 71_500_000,
}

describe("the price of a call", () => {
  test("adds the buckets up and rounds up once", () => {
    const usage = { ...noUsage, inputUncached: 1_000, inputCached: 500, output: 200 }
    // 8 937.5 + 446.875 + 14 300 = 23 684.375
    expect(priceOf(usage, gpt5)).toBe(23_685)
  })

  test("is nothing for nothing and a micro-real for almost nothing", () => {
    expect(priceOf(noUsage, gpt5)).toBe(0)
    expect(priceOf({ ...noUsage, inputCached: 1 }, { ...gpt5, cachedPerMillion: 1 })).toBe(1)
  })

  test("counts searches only where they are not paid in calls", () => {
    const row = { ...gpt5, searchPerMillion: 71_500_000_000 }
    const usage = { ...noUsage, searchCalls: 2 }
    expect(priceOf(usage, row)).toBe(0)
    expect(priceOf(usage, row, { searchesInMoney: true })).toBe(143_000)
  })

  test("T22: takes the rates above the threshold for the whole call", () => {
    const above = {
      inputTokens: 200_000,
      inputPerMillion: 2,
      cachedPerMillion: 2,
      cacheWritePerMillion: 2,
      outputPerMillion: 4,
    }
    const row = { inputPerMillion: 1, cachedPerMillion: 1, cacheWritePerMillion: 1, outputPerMillion: 2, above }
    expect(priceOf({ ...noUsage, inputUncached: 100_000, inputCached: 100_000, output: 1_000_000 }, row)).toBe(3)
    expect(priceOf({ ...noUsage, inputUncached: 200_001, output: 1_000_000 }, row)).toBe(5)
  })

  test("stays exact where a float would not", () => {
    const usage = { ...noUsage, output: 9_007_199_254 }
    expect(priceOf(usage, { ...gpt5, outputPerMillion: 999_999 })).toBe(9_007_190_247)
  })

  test("prices characters and pictures by the same rule", () => {
    expect(priceOfUnits(11, 107_250_000)).toBe(1_180)
    expect(priceOfUnits(1, 286_000_000_000)).toBe(286_000)
  })
})

describe("what a budget affords", () => {
  const tokens = fc.integer({ min: 0, max: 1_000_000 })
  const rate = fc.integer({ min: 1, max: 1_000_000_000 })
  const row = fc.record({
    inputPerMillion: rate,
    cachedPerMillion: rate,
    cacheWritePerMillion: rate,
    outputPerMillion: rate,
  })

  test("is never more than the budget pays for, and not a token less", () => {
    fc.assert(
      fc.property(row, tokens, fc.integer({ min: 0, max: 1_000_000_000 }), (price, prompt, budget) => {
        const output = affordableOutputTokens(microReais(budget), prompt, price)
        if (output > 0) expect(mostPrice(prompt, output, price)).toBeLessThanOrEqual(budget)
        if (mostPrice(prompt, 0, price) <= budget) expect(mostPrice(prompt, output + 1, price)).toBeGreaterThan(budget)
      }),
    )
  })

  test("covers every way the input may be counted in the end", () => {
    fc.assert(
      fc.property(row, tokens, tokens, tokens, tokens, (price, inputUncached, inputCached, cacheWrite, output) => {
        const usage = { ...noUsage, inputUncached, inputCached, cacheWrite, output }
        const most = mostPrice(inputUncached + inputCached + cacheWrite, output, price)
        expect(priceOf(usage, price)).toBeLessThanOrEqual(most)
      }),
    )
  })
})
