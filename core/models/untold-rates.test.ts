import { expect, test } from "vitest"
import { withUntoldRates } from "./untold-rates.ts"

const before = {
  from: "2026-01-01",
  input: 1_000_000,
  cachedInput: 100_000,
  cacheWrite: 1_250_000,
  output: 8_000_000,
  above: { inputTokens: 200_000, input: 2_000_000, cachedInput: 200_000, cacheWrite: 2_500_000, output: 12_000_000 },
  searchCall: 10_000,
}

test("what is not named changes as what is named, rounded up, and a search costs what it did", () => {
  expect(withUntoldRates({ input: 1_500_001, cachedInput: 50_000, output: 4_000_000 }, before)).toEqual({
    input: 1_500_001,
    cachedInput: 50_000,
    cacheWrite: 1_875_002,
    output: 4_000_000,
    above: { inputTokens: 200_000, input: 3_000_002, cachedInput: 100_000, cacheWrite: 3_750_003, output: 6_000_000 },
    searchCall: 10_000,
  })
})

test("what is named holds, and nothing is made up", () => {
  const told = { input: 2_000_000, cacheWrite: 2_000_000, output: 8_000_000, searchCall: 1 }
  expect(withUntoldRates(told, before)).toMatchObject({
    ...told,
    above: { cacheWrite: 4_000_000, cachedInput: 4_000_000 },
  })
  expect(withUntoldRates(told, undefined)).toEqual(told)
  expect(withUntoldRates(told, { images: { any: 1 } })).toEqual(told)
  expect(withUntoldRates(told, { currency: "CNY", input: 1, output: 1, searchCall: 5 })).toEqual(told)
})
