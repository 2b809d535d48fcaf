import { describe, expect, test } from "vitest"
import { nextEntry } from "./next-entry.ts"

const texts = ["Renomear", "Fixar", "Resumir", "Excluir"]

describe("a key in a menu", () => {
  test.each([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 3, 0],
    ["ArrowDown", -1, 0],
    ["ArrowUp", 1, 0],
    ["ArrowUp", 0, 3],
    ["ArrowUp", -1, 3],
    ["Home", 2, 0],
    ["End", 0, 3],
  ])("%s from entry %i leads to entry %i", (key, at, to) => expect(nextEntry(key, texts, at)).toBe(to))

  test("a letter leads to the next entry that begins with it, around the end, in either case", () => {
    expect(nextEntry("r", texts, 0)).toBe(2)
    expect(nextEntry("R", texts, 2)).toBe(0)
    expect(nextEntry("e", texts, -1)).toBe(3)
    expect(nextEntry("f", texts, 1)).toBe(1)
  })

  test("any other key leads nowhere", () => {
    for (const key of ["z", " ", "Enter", "Tab", "F5"]) expect(nextEntry(key, texts, 0)).toBeUndefined()
    expect(nextEntry("ArrowDown", [], -1)).toBeUndefined()
  })
})
