import { expect, test } from "vitest"
import { availableOf } from "./balance.ts"
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

test("what is available is what was posted, less what is held, never below nothing", () => {
  expect(availableOf(7, 2)).toBe(5)
  expect(availableOf(7, 9)).toBe(0)
  expect(availableOf(7, 2, true)).toBe(0)
})
