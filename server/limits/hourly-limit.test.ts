import { expect, test } from "vitest"
import { createHourlyLimit } from "./hourly-limit.ts"

test("an hour's amount is free under every name, and free again an hour after it was taken", () => {
  let now = 0
  const limit = createHourlyLimit(() => now, 100)
  const take = (amount: number, ...names: readonly string[]) => limit.take(names, amount)
  expect([take(60, "a", "net"), take(41, "a"), take(40, "a"), take(1, "a")]).toEqual([true, false, true, false])
  // What one name has no room for is taken under none.
  expect([take(41, "b", "net"), take(100, "b")]).toEqual([false, true])
  now = 59 * 60_000
  expect(take(1, "a")).toBe(false)
  now = 60 * 60_000
  expect([take(100, "a"), take(1, "a")]).toEqual([true, false])
  expect(take(1_000)).toBe(true)
})
