import { expect, test } from "vitest"
import { daysOf, groupByDay, recentMonths } from "./periods.ts"

test("offers twelve months, this one first, across a new year", () => {
  const months = recentMonths(Date.UTC(2026, 1, 15))
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"])
})

test("is still last month in São Paulo when Greenwich has begun the next", () => {
  expect(recentMonths(Date.UTC(2026, 2, 1, 1))[0]).toBe("2026-02")
})

test("a month runs from its first day to its last", () => {
  expect(daysOf("2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29" })
  expect(daysOf("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" })
  expect(daysOf("all")).toEqual({})
})

test("puts lines under their days, late evenings included", () => {
  const at = [Date.UTC(2026, 10, 22, 4), Date.UTC(2026, 10, 22, 2), Date.UTC(2026, 10, 21, 12)]
  expect(groupByDay(at.map((each) => ({ at: each }))).map(({ day, lines }) => [day, lines.length])).toEqual([
    ["2026-11-22", 1],
    ["2026-11-21", 2],
  ])
})
