import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { orElse, recordOf, text } from "../lib/stored-shape.ts"
import { readRow, type Collection } from "./collection.ts"
import { putTogether, takeApart, type Shape } from "./parts.ts"

describe("the parts of a record", () => {
  const shape: Shape = { nested: ["a", "a.b"], together: { pair: ["x", "a.y"] } }
  const inner = fc.dictionary(fc.constantFrom("b", "y", "z", "__proto__", "a.b"), fc.oneof(fc.nat(), fc.string()))
  const record = fc.record({ x: fc.nat(), a: fc.oneof(inner, fc.nat()), other: fc.anything() }, { requiredKeys: [] })

  it("make the same record again", () => {
    fc.assert(
      fc.property(record, (value) => {
        const again = putTogether(shape, takeApart(shape, value))
        expect(takeApart(shape, again)).toEqual(takeApart(shape, value))
        expect(Object.getPrototypeOf(again)).toBe(Object.prototype)
      }),
    )
  })

  it("are the fields of nested objects one by one, and those that belong together at once", () => {
    const value = { x: 1, a: { y: 2, z: 3, b: { c: 4 } }, other: { d: 5 } }
    expect(Object.fromEntries(takeApart(shape, value))).toEqual({
      pair: { x: 1, "a.y": 2 },
      "a.z": 3,
      "a.b.c": 4,
      other: { d: 5 },
    })
    expect(putTogether(shape, takeApart(shape, value))).toEqual(value)
  })
})

describe("a stored row", () => {
  interface Note {
    readonly id: string
    readonly words: string
  }
  const notes: Collection<Note> = {
    name: "notes",
    version: 2,
    read: recordOf<Note>({ id: text, words: orElse(text, () => "") }),
    migrate: (stored, version) => (version < 2 ? { words: "migrated", ...(stored as object) } : stored),
    shape: {},
  }

  it("is read with its stamps", () => {
    const row = { id: "a", version: 2, value: { id: "a", words: "w" }, sync: { born: "0mhwgz000-0000-desk" } }
    expect(readRow(notes, row)).toEqual({ value: row, isWhole: true })
  })

  it("from before there were stamps is the bare value, brought to the current version", () => {
    expect(readRow(notes, { id: "a" })?.value).toEqual({ id: "a", version: 2, value: { id: "a", words: "migrated" } })
    expect(readRow(notes, { id: "a", words: "w" })?.value).toEqual({
      id: "a",
      version: 2,
      value: { id: "a", words: "w" },
    })
  })

  it("that is damaged costs the damaged part only, and one without a name itself", () => {
    const row = { id: "a", version: 2, value: { id: "a", words: 5 } }
    expect(readRow(notes, row)).toMatchObject({ value: { value: { id: "a", words: "" } }, isWhole: false })
    for (const none of [
      {},
      { id: "__proto__" },
      5,
      null,
      { id: "a", value: null },
      { id: 5, value: { id: "a", words: "" } },
    ]) {
      expect(readRow(notes, none)?.value.value?.words ?? "none").toMatch(/none|migrated/)
    }
  })
})
