import { expect, test } from "vitest"
import { toMicroReais } from "./exchange.ts"

test("multiplies by rate and margin exactly, and rounds up", () => {
  expect(toMicroReais(1_250_000, { fxBrlPerUsd: "5.50", margin: "1.3" })).toBe(8_937_500)
  expect(toMicroReais(1, { fxBrlPerUsd: "5.50", margin: "1.3" })).toBe(8)
  expect(toMicroReais(100, { fxBrlPerUsd: "1", margin: "1.1" })).toBe(110)
  expect(toMicroReais(3, { fxBrlPerUsd: "0.333333", margin: "1" })).toBe(1)
})

test("refuses rates that are no decimals above nothing", () => {
  for (const fxBrlPerUsd of ["0", "-1", "", "abc", "1e3", "5,50", "0.0000001"])
    expect(() => toMicroReais(1, { fxBrlPerUsd, margin: "1" })).toThrow(RangeError)
})
