import { expect, test } from "vitest"
import { priceOf } from "./price.ts"
import { usageFromTotals } from "../gateway/usage.ts"

test.each([1e12, 2 ** 53, 1e308])("%d tokens that a provider claims still have a price", (claimed) => {
  const usage = usageFromTotals({ prompt: claimed, completion: claimed })
  const dear = 1_000_000_000
  const row = { inputPerMillion: dear, cachedPerMillion: dear, cacheWritePerMillion: dear, outputPerMillion: dear }
  expect(Number.isSafeInteger(priceOf(usage, row))).toBe(true)
})
