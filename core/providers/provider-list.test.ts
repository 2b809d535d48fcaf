import { expect, test } from "vitest"
import { listedDay, listedTokens, listReader } from "./provider-list.ts"

test.each([
  ["2026-12-11", "2026-12-11"],
  ["2028-02-29", "2028-02-29"],
  ["2027-02-29", undefined],
  ["2026-04-31", undefined],
  ["2026-13-01", undefined],
  ["2026-12-11T00:00:00Z", undefined],
  ["soon", undefined],
  [20261211, undefined],
  [undefined, undefined],
  [null, null],
])("the announced day %j is %j", (told, day) => {
  expect(listedDay(told)).toBe(day)
})

test.each([
  [128_000, 128_000],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  [1e9, undefined],
  ["128000", undefined],
  [NaN, undefined],
])("%j tokens are %j", (told, tokens) => {
  expect(listedTokens(told)).toBe(tokens)
})

test("a list is read past what is no model, and a field that is not told is absent", () => {
  const read = listReader("data", ({ id, window }) =>
    typeof id === "string" ? { id, window: listedTokens(window) } : undefined,
  )
  expect(read({ data: [{ id: "a", window: 5 }, { id: "b", window: "5" }, { id: 7 }, null, "c"] })).toEqual([
    { id: "a", window: 5 },
    { id: "b" },
  ])
  for (const json of [undefined, null, [], { data: {} }, "data"]) expect(read(json)).toEqual([])
})
