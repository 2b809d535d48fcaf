import { expect, test } from "vitest"
import { availableOf, foldEntries } from "./balance.ts"
import { isBalanced, type Entry } from "./entry.ts"

const line = (account: string, amount: number, unit: "BRL" | "CALL" = "BRL"): Entry => ({ account, unit, amount })

test("a transaction balances in each unit for itself", () => {
  expect(isBalanced([line("a", -5), line("b", 5)])).toBe(true)
  expect(isBalanced([line("a", -5), line("b", 5), line("c", -1, "CALL"), line("d", 1, "CALL")])).toBe(true)
  expect(isBalanced([line("a", -5), line("b", 5, "CALL")])).toBe(false)
  expect(isBalanced([line("a", -5), line("b", 4)])).toBe(false)
})

test("a transaction of nothing is none", () => {
  expect(isBalanced([])).toBe(false)
  expect(isBalanced([line("a", 0), line("b", 0)])).toBe(false)
  expect(isBalanced([line("a", 0.5), line("b", -0.5)])).toBe(false)
})

test("a balance is the fold of its entries, less what is held, never below nothing", () => {
  const posted = foldEntries([line("w", 10), line("x", -10), line("w", -3), line("x", 3)], "w")
  expect(posted).toBe(7)
  expect(availableOf(posted, 2)).toBe(5)
  expect(availableOf(posted, 9)).toBe(0)
  expect(availableOf(posted, 2, true)).toBe(0)
})
