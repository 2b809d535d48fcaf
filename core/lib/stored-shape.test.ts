import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isRecordId } from "./record-id.ts"
import { count, listOf, optional, orElse, recordOf, text } from "./stored-shape.ts"

interface Sample {
  readonly id: string
  readonly size: number
  readonly note?: string
  readonly tags: readonly string[]
}

const readSample = recordOf<Sample>({
  id: text,
  size: orElse(count, () => 0),
  note: optional(text),
  tags: listOf(text),
})

describe("a stored record", () => {
  it("is the very same object when nothing is wrong with it, with fields nobody knows yet", () => {
    const stored = { id: "a", size: 1, note: "n", tags: ["x"], later: { a: 1 } }
    expect(readSample(stored)?.value).toBe(stored)
    expect(readSample(stored)?.isWhole).toBe(true)
  })

  it("loses the part that is damaged, and says so", () => {
    expect(readSample({ id: "a", size: "1", note: 5, tags: ["x", 3] })).toEqual({
      value: { id: "a", size: 0, tags: ["x"] },
      isWhole: false,
    })
  })

  it("is whole where a part is missing that an older version did not know", () => {
    expect(readSample({ id: "a", tags: [] })).toEqual({ value: { id: "a", size: 0, tags: [] }, isWhole: true })
  })

  it("is none without what it cannot do without", () => {
    for (const stored of [{ size: 1, tags: [] }, { id: 4, tags: [] }, { id: "a" }, [], null, "a"]) {
      expect(readSample(stored)).toBeUndefined()
    }
  })

  it("never throws, and takes nothing from a prototype", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true }), (stored) => {
        const read = readSample(stored)
        if (read !== undefined) expect(typeof read.value.id).toBe("string")
      }),
    )
    expect(readSample(Object.create({ id: "a", tags: [] }))).toBeUndefined()
  })
})

describe("a record's id", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "", "a".repeat(501), 5, null, undefined, ["a"]])(
    "is not %j",
    (id) => expect(isRecordId(id)).toBe(false),
  )

  it.each(["a", "imp-3f", "ação", "a/b", "prototype", " "])("may be %j", (id) => expect(isRecordId(id)).toBe(true))
})
