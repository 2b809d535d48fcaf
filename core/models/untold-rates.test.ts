import { expect, test } from "vitest"
import { withRatesSoFar, withUntoldRates } from "./untold-rates.ts"

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

test("of a price that was set on the same day what was named goes before, and what followed behind the one before it", () => {
  const day = "2026-11-22"
  const told = { input: 1_000_000, output: 8_000_000 }
  const slip = { from: day, input: 1, cacheWrite: 2, output: 1, searchCall: 20_000 }
  expect(withRatesSoFar(told, [before, slip], day)).toMatchObject({ cacheWrite: 1_250_000, searchCall: 20_000 })
  const { searchCall: _named, ...followed } = slip
  expect(withRatesSoFar(told, [before, { ...followed, searchCall: 10_000 }], day)).toMatchObject({ searchCall: 10_000 })
  // Where there is none before it, or that had no such rate, it is all there is to go by.
  const { searchCall: _, ...bare } = before
  expect(withRatesSoFar(told, [bare, slip], day)).toMatchObject({ cacheWrite: 1_250_000, searchCall: 20_000 })
  expect(withRatesSoFar(told, [slip], day)).toMatchObject({ cacheWrite: 2_000_000, searchCall: 20_000 })
  expect(withRatesSoFar(told, [{ ...slip, from: "2027-01-01" }], day)).toEqual(told)
})
