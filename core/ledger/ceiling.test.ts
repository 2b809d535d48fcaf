import { expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { capUnder } from "./ceiling.ts"
import { mostPrice } from "./price.ts"

/** One micro-real a token, in and out: amounts read as tokens. */
const price = {
  inputPerMillion: 1_000_000,
  cachedPerMillion: 1_000_000,
  cacheWritePerMillion: 1_000_000,
  outputPerMillion: 1_000_000,
}
const need = { promptMost: 100, cap: 10_000, outputFloor: 512, price }
const none = microReais(0)

test("without a ceiling the cap stays what it was", () => {
  expect(capUnder({}, need, none)).toEqual({ ok: true, value: 10_000 })
})

test("no answer can cost more than a message may", () => {
  const cap = capUnder({ message: microReais(1_000) }, need, none)
  expect(cap).toEqual({ ok: true, value: 900 })
  expect(mostPrice(100, 900, price)).toBe(1_000)
})

test("what was spent today is missing from the day's ceiling, and the lower of the two counts", () => {
  const day = microReais(5_000)
  expect(capUnder({ day }, need, microReais(3_000))).toEqual({ ok: true, value: 1_900 })
  expect(capUnder({ day, message: microReais(1_000) }, need, microReais(3_000))).toEqual({ ok: true, value: 900 })
})

test("says which ceiling leaves no room for an answer worth starting", () => {
  expect(capUnder({ message: microReais(612) }, need, none)).toEqual({ ok: true, value: 512 })
  expect(capUnder({ message: microReais(611) }, need, none)).toEqual({
    ok: false,
    error: { kind: "cost-ceiling", per: "message", ceiling: 611, needed: 612 },
  })
  expect(capUnder({ day: microReais(1_000) }, need, microReais(4_000))).toMatchObject({
    error: { per: "day", ceiling: 1_000, needed: 612, spent: 4_000 },
  })
  expect(capUnder({ message: none }, need, none).ok).toBe(false)
})

test("a client that wants little needs little", () => {
  expect(capUnder({ message: microReais(120) }, { ...need, cap: 20 }, none)).toEqual({ ok: true, value: 20 })
})
