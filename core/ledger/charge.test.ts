import { expect, test } from "vitest"
import { inputTokens, noUsage } from "../gateway/usage.ts"
import { chargeOf } from "./charge.ts"

const most = { input: 100, output: 50, searches: 2 }
const told = (usage: Partial<typeof noUsage>) => ({ ...noUsage, ...usage })
const end = { how: "finished", counted: noUsage, answered: true, most } as const

test("what can be true is owed as it was told", () => {
  const reported = told({ inputUncached: 60, inputCached: 40, output: 50 })
  expect(chargeOf({ ...end, reported })).toEqual({ kind: "settle", usage: reported })
})

test("what is told beyond is not owed: its buckets shrink in their proportion", () => {
  const reported = told({
    inputUncached: 1_000_000,
    inputCached: 2_000_000,
    cacheWrite: 1_000_000,
    output: 80,
    reasoning: 70,
  })
  const charge = chargeOf({ ...end, reported })
  expect(charge).toMatchObject({
    usage: reported,
    owed: { inputUncached: 25, inputCached: 50, cacheWrite: 25, output: 50, reasoning: 50 },
  })
})

test("however it is told, no more is owed than was let in, and never less than nothing", () => {
  for (const share of [1, 3, 7, 33_333_333, 99_999_999]) {
    const reported = told({ inputUncached: share, inputCached: 90_000_000, cacheWrite: 7, output: 1 })
    const { owed } = chargeOf({ ...end, reported })
    expect(inputTokens(owed ?? noUsage)).toBeLessThanOrEqual(100)
    expect(inputTokens(owed ?? noUsage)).toBeGreaterThan(97)
  }
})

test("an answer without a word is nobody's, whatever was told of it; but a search that was made before a Stop", () => {
  const silent = { ...end, answered: false, reported: told({ inputUncached: 5_000, output: 1 }) }
  expect(chargeOf(silent)).toMatchObject({ kind: "void", lost: { inputUncached: 5_000 }, owed: { inputUncached: 100 } })
  const counted = told({ searchCalls: 500 })
  expect(chargeOf({ ...end, answered: false, how: "stopped", reported: undefined, counted })).toEqual({
    kind: "settle",
    usage: counted,
    owed: told({ searchCalls: 2 }),
  })
})
