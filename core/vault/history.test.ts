import { describe, expect, test } from "vitest"
import type { ChainPlace } from "./chain.ts"
import { hasRead, judgePlace, marksAt, readPlace, storePlace } from "./history.ts"

const snapshot = { id: "snapshot", upto: 7 }
const there = { last: 9, marks: ["seventh"], snapshot: undefined }

describe("the log up to a place", () => {
  test.each([
    ["was read, where its last batch is the one that was read", ["seventh"], there, "same"],
    ["is another where that number was given out again", ["lost"], there, "another"],
    ["is another where there are fewer batches", ["seventh"], { ...there, last: 6 }, "another"],
    ["is not known to be another by a device that knows no name", [], there, "same"],
    ["nor by a server that has none", ["seventh"], { ...there, marks: [] }, "same"],
    [
      "was read, where the batch is gone and the snapshot that ends there known",
      ["seventh", "snapshot"],
      { last: 9, marks: [], snapshot },
      "same",
    ],
    ["may be another where it is not known", ["seventh"], { last: 9, marks: [], snapshot }, "unsure"],
    ["is another where the snapshot that was read is gone", ["snapshot"], there, "another"],
  ] as const)("%s", (_name, marks, told, place) => {
    expect(judgePlace({ after: 7, marks }, told)).toBe(place)
  })

  test("is stored with its names, and has none of those of another number", () => {
    const stored = storePlace({ after: 7, marks: ["seventh"] })
    expect(readPlace(stored)).toEqual({ after: 7, marks: ["seventh"] })
    expect(readPlace({ ...stored, after: 8 })).toEqual({ after: 8, marks: [] })
    expect(readPlace({ after: 7 })).toEqual({ after: 7, marks: [] })
  })

  test("is the same for a device that has read nothing", () => {
    expect(judgePlace({ after: 0, marks: [] }, { last: 0, marks: [], snapshot: undefined })).toBe("same")
  })

  test("has the name of its batch, and that of the snapshot that ends there", () => {
    expect(marksAt(7, { ...there, snapshot })).toEqual(["seventh", "snapshot"])
    expect(marksAt(8, { ...there, marks: ["eighth"], snapshot })).toEqual(["eighth"])
  })
})

test("a snapshot holds what was read where no chain in it is shorter, or another", () => {
  const [phone, desk] = ["p".repeat(22), "d".repeat(22)]
  const at = (number: number, hash = "h"): ChainPlace => ({ number, hash: hash.repeat(43) })
  const read = { [phone]: at(3) }
  expect(hasRead({ [phone]: at(3), [desk]: at(0) }, read)).toBe(true)
  expect(hasRead({ [phone]: at(4, "x") }, read)).toBe(true)
  expect(hasRead({ [phone]: at(2) }, read)).toBe(false)
  expect(hasRead({ [phone]: at(3, "x") }, read)).toBe(false)
  expect(hasRead({ [desk]: at(9) }, read)).toBe(false)
})
