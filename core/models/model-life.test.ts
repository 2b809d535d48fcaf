import { describe, expect, test } from "vitest"
import { daysLeft, lifeOf } from "./model-life.ts"
import { nextPrice, priceAt, startOf } from "./model-row.ts"

const at = (instant: string) => Date.parse(instant)

describe("a model's life", () => {
  test.each([
    ["no day is announced", undefined, "2026-11-22T12:00:00Z", "alive"],
    ["its provider says that there is none", null, "2026-11-22T12:00:00Z", "alive"],
    ["61 days before", "2027-01-22", "2026-11-22T00:00:00Z", "alive"],
    ["60 days before", "2027-01-21", "2026-11-22T00:00:00Z", "leaving"],
    ["the day before", "2026-12-11", "2026-12-10T23:59:59Z", "leaving"],
    ["its first instant", "2026-12-11", "2026-12-11T00:00:00Z", "due"],
    ["long after", "2025-12-11", "2026-11-22T12:00:00Z", "due"],
  ] as const)("%s: %s at %s is %s", (_, off, now, stage) => {
    expect(lifeOf({ off }, false, at(now))).toBe(stage)
    expect(lifeOf({ off }, true, at(now))).toBe("gone")
  })

  test.each([
    ["2026-12-11", "2026-12-10T23:59:59Z", 1],
    ["2026-12-11", "2026-12-10T00:00:00Z", 1],
    ["2026-12-11", "2026-12-09T23:59:59Z", 2],
    ["2026-12-11", "2026-12-11T00:00:00Z", 0],
    ["2026-12-11", "2026-12-13T00:00:00Z", -2],
  ])("to %s from %s: %i days", (off, now, days) => {
    expect(daysLeft(off, at(now))).toBe(days)
  })
  test("without a day there are none to count", () => {
    expect([daysLeft(undefined, 0), daysLeft(null, 0)]).toEqual([undefined, undefined])
  })
})

describe("a price of a day", () => {
  const always = { input: 1, output: 1 }
  const from = (day: string, input: number) => ({ from: day, input, output: 1 })
  const prices = [always, from("2026-12-01", 2), from("2027-01-01", 3)]

  test.each([
    ["2026-11-30T23:59:59.999Z", 1, 2],
    ["2026-12-01T00:00:00Z", 2, 3],
    ["2027-01-01T00:00:00Z", 3, undefined],
  ])("at %s it is %i, and next %s", (now, price, next) => {
    expect(priceAt({ prices }, at(now))).toMatchObject({ input: price })
    const coming = nextPrice({ prices }, at(now))
    expect(coming && "input" in coming ? coming.input : undefined).toBe(next)
  })

  test("before the first there is none", () => {
    expect(priceAt({ prices: [from("2026-12-01", 2)] }, at("2026-11-30T12:00:00Z"))).toBeUndefined()
    expect(priceAt({}, 0)).toBeUndefined()
    expect(nextPrice({}, 0)).toBeUndefined()
  })

  test("begins at midnight in UTC", () => expect(startOf("2026-12-01")).toBe(at("2026-12-01T00:00:00Z")))
})
