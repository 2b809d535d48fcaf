import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isRecordId } from "./record-id.ts"
import { count, eitherOf, listOf, optional, orElse, recordOf, text, type Reader } from "./stored-shape.ts"

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

describe("what is accepted as it stands", () => {
  /** The same readers without the short way: each value is read part by part. */
  const slow =
    <Value>(reader: Reader<Value>): Reader<Value> =>
    (stored) =>
      reader(stored)
  const slowSample = recordOf<Sample>({
    id: slow(text),
    size: slow(orElse(slow(count), () => 0)),
    note: optional(slow(text)),
    tags: slow(listOf(slow(text))),
  })
  const part = fc.oneof(fc.string(), fc.nat(), fc.constant(undefined), fc.array(fc.string()), fc.anything())
  const nearly = fc.oneof(
    fc.record({ id: part, size: part, note: part, tags: part, later: fc.anything() }, { requiredKeys: [] }),
    fc.record({ id: fc.string(), size: fc.nat(), note: fc.string(), tags: fc.array(fc.string()) }),
    fc.anything({ withNullPrototype: true, withSparseArray: true }),
  )

  it("is what reads as the very same, whole, and reads the same either way", () => {
    fc.assert(
      fc.property(nearly, (stored) => {
        const read = slowSample(stored)
        if (Object.getPrototypeOf(Object(stored)) === Object.prototype)
          expect(readSample.accepts?.(stored)).toBe(read?.isWhole === true && read.value === stored)
        expect(readSample(stored)).toEqual(read)
      }),
    )
  })

  it("is no list with holes", () => {
    // oxlint-disable-next-line no-sparse-arrays
    expect(readSample.accepts?.({ id: "a", size: 1, tags: ["x", , "y"] })).toBe(false)
  })

  it("is what the first of two readers accepts", () => {
    const either = eitherOf<unknown>(text, count)
    expect(["a", 1].map((value) => either.accepts?.(value))).toEqual([true, false])
    expect(["a", 1, -1].map((value) => either(value)?.value)).toEqual(["a", 1, undefined])
  })
})

describe("a record's id", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "", "a".repeat(501), 5, null, undefined, ["a"]])(
    "is not %j",
    (id) => expect(isRecordId(id)).toBe(false),
  )

  it.each(["a", "imp-3f", "ação", "a/b", "prototype", " "])("may be %j", (id) => expect(isRecordId(id)).toBe(true))
})
