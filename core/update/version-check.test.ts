import { describe, expect, it } from "vitest"
import { isCheckDue, isNewer, newestVersion } from "./version-check.ts"

const tags = (...names: readonly string[]) => names.map((name) => ({ name, commit: { sha: "a", url: "u" } }))

describe("the newest version", () => {
  it("of a list of tags is the highest, number by number, whatever their order", () => {
    expect(newestVersion(tags("v1.9.3", "v1.10.0", "nightly", "v1.10.0-rc.1"))).toEqual({
      versionType: "tag",
      version: "v1.10.0",
    })
  })

  it("of a list of commits is the date of the newest", () => {
    const commits = [
      { sha: "a", commit: { author: { date: "2026-01-02T00:00:00Z" } } },
      { sha: "b", commit: { committer: { date: "2026-03-04T05:06:07Z" } } },
    ]
    expect(newestVersion(commits)).toEqual({ versionType: "date", version: String(Date.UTC(2026, 2, 4, 5, 6, 7)) })
  })

  it("of anything else is unknown", () => {
    for (const reply of [[], {}, null, "v2", [{ name: "main" }], [{ name: 7 }], [null]]) {
      expect(newestVersion(reply)).toBeUndefined()
    }
  })
})

describe("newer", () => {
  const local = { tag: "v1.2.0", date: 1_000 }
  it.each([
    ["v1.2.1", true],
    ["1.10", true],
    ["v1.2.0", false],
    ["1.2", false],
    ["v1.2.0-beta", false],
    ["v0.9.9", false],
  ])("tag %s: %s", (version, newer) => expect(isNewer({ versionType: "tag", version }, local)).toBe(newer))
  it("a commit after this copy was made is newer", () => {
    expect(isNewer({ versionType: "date", version: "1001" }, local)).toBe(true)
    expect(isNewer({ versionType: "date", version: "1000" }, local)).toBe(false)
  })
})

it("looks again after two hours, or when the clock was set back", () => {
  expect(isCheckDue(0, 7_200_000)).toBe(true)
  expect(isCheckDue(1_000, 7_200_999)).toBe(false)
  expect(isCheckDue(5_000, 4_000)).toBe(true)
})
