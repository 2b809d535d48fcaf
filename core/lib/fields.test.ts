import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fieldsOf, readChoice, readFlag, readNumber, readText } from "./fields.ts"

describe("a stored value", () => {
  it("of another kind is the fallback, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof readFlag(value, true)).toBe("boolean")
        expect(typeof readText(value, "")).toBe("string")
        expect(["a", "b"]).toContain(readChoice(value, ["a", "b"], "a"))
        const number = readNumber(value, 1, { least: 0, most: 2 })
        expect(number >= 0 && number <= 2).toBe(true)
        expect(typeof fieldsOf(value)).toBe("object")
      }),
    )
  })

  it("that is longer or larger than allowed is the fallback, not cut", () => {
    expect(readText("abcd", "x", 3)).toBe("x")
    expect(readNumber(3, 1, { least: 0, most: 2 })).toBe(1)
    expect(readNumber(Number.NaN, 1, { least: 0, most: 2 })).toBe(1)
    expect(readNumber(1.7, 0, { least: 0, most: 2, whole: true })).toBe(1)
  })

  it("a list has no fields", () => expect(fieldsOf(["a"])).toEqual({}))
})
