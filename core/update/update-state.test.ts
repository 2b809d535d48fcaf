import fc from "fast-check"
import { expect, it } from "vitest"
import { comparisonOf, isUsageDue, noUpdateState, readUpdateState } from "./update-state.ts"

it("what was stored comes back; anything else is nothing known", () => {
  const state = {
    versionType: "tag",
    lastUpdate: 7,
    version: "v1.0.0",
    remoteVersion: "v1.1.0",
    link: "https://example.org/a/b",
    used: 3.2,
    subscription: 120,
    lastUpdateUsage: 9,
  } as const
  expect(readUpdateState({ state, version: 0.1 })).toEqual(state)
  expect(readUpdateState({ state: { ...state, link: "javascript:alert(1)" } }).link).toBe("")
  fc.assert(
    fc.property(fc.anything(), (saved) => {
      expect(Object.keys(readUpdateState({ state: saved })).toSorted()).toEqual(Object.keys(noUpdateState).toSorted())
    }),
  )
  expect(readUpdateState("x")).toEqual(noUpdateState)
})

it("versions compare by tag or by date, or not at all", () => {
  expect(comparisonOf({ versionType: "tag", version: "v1.9.0", remoteVersion: "v1.10.0" })).toBe("newer")
  expect(comparisonOf({ versionType: "date", version: "2000", remoteVersion: "1999" })).toBe("latest")
  expect(comparisonOf({ versionType: "tag", version: "v1.9.0", remoteVersion: "" })).toBe("incomparable")
})

it("the bill is asked for once in 60 seconds", () => {
  expect(isUsageDue({ ...noUpdateState, lastUpdateUsage: 1_000 }, 60_999)).toBe(false)
  expect(isUsageDue({ ...noUpdateState, lastUpdateUsage: 1_000 }, 61_000)).toBe(true)
})
