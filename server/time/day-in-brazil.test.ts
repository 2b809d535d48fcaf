import { expect, test } from "vitest"
import { dayInBrazil, nextDay, startOfDayInBrazil } from "./day-in-brazil.ts"

test("a day begins at midnight in São Paulo, whatever the clocks were set to that year", () => {
  for (const day of ["2026-11-21", "2017-01-15", "2017-07-15", "2016-10-16", "2018-02-18", "2024-02-29"]) {
    const start = startOfDayInBrazil(day) ?? 0
    expect([dayInBrazil(start), dayInBrazil(start - 1) < day]).toEqual([day, true])
  }
  expect(startOfDayInBrazil("2026-11-21")).toBe(Date.UTC(2026, 10, 21, 3))
})

test("what is no day has no beginning", () => {
  for (const day of ["", "2026-02-30", "2026-13-01", "21/11/2026", "2026-11-21T00:00", "9999999-01-01"])
    expect(startOfDayInBrazil(day)).toBeUndefined()
})

test("months and years end", () => {
  expect(nextDay("2026-11-30")).toBe("2026-12-01")
  expect(nextDay("2026-12-31")).toBe("2027-01-01")
})
