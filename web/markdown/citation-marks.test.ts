import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { pagesOf, sourceNumber, withCitationMarks } from "./citation-marks.ts"

const a = { url: "https://a.test/x", title: "A" }
const b = { url: "https://b.test/y", title: "B" }
const mark = (number: number) => `[^\uE000${number}]`
const marked = (text: string, ...citations: Parameters<typeof withCitationMarks>[1]) =>
  withCitationMarks(text, citations, pagesOf(citations))

describe("pages of citations", () => {
  test("are numbered, each once", () => {
    expect(pagesOf([a, b, a]).map(({ number, title }) => [number, title])).toEqual([
      [1, "A"],
      [2, "B"],
    ])
  })

  test("are web pages only, with titles that cannot turn the line around", () => {
    const pages = pagesOf([
      { url: "javascript:alert(1)", title: "x" },
      { url: "/api/config", title: "x" },
      { url: "", title: "Um documento anexado" },
      { url: "https://c.test/", title: "\u202emoc" },
      { url: "https://d.test/p", title: "" },
      { url: "https://e.test/", title: "t".repeat(1_000) },
    ])
    expect(pages.map(({ title }) => title.slice(0, 10))).toEqual(["moc", "d.test/p", "tttttttttt"])
    expect(pages[2]?.title.length).toBeLessThan(200)
  })
})

describe("calls of sources", () => {
  test("stand behind what they prove", () => {
    const text = "Chove hoje. Amanhã não."
    expect(marked(text, { ...a, start: 0, end: 11 }, { ...b, start: 12, end: text.length })).toBe(
      `Chove hoje.${mark(1)} Amanhã não.${mark(2)}`,
    )
  })

  test("stand together where several prove the same", () => {
    expect(marked("Chove.", { ...a, end: 6 }, { ...b, end: 6 })).toBe(`Chove.${mark(1)}${mark(2)}`)
  })

  test.each([
    ["in a word", "palavra", 3],
    ["in code", "use `npm ci` já", 8],
    ["in a block of code", "```\nnpm ci\n```\n", 10],
    ["in a formula", "seja $x + y$ ali", 8],
    ["in an address", "veja [isto](https://c.test/p) ali", 20],
    ["past the end", "fim", 9],
  ])("do not stand %s", (_, text, end) => expect(marked(text, { ...a, end })).toBe(text))

  test("are left out where the text names the source itself", () => {
    const text = "Chove ([a.test](https://a.test/x))"
    expect(marked(text, { ...a, start: 6, end: text.length })).toBe(text)
  })

  test("change nothing else of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(60), { maxLength: 5 }), (text, ends) => {
        fc.pre(!text.includes("\uE000"))
        const result = marked(text, ...ends.map((end) => ({ ...a, end })))
        expect(result.replaceAll(/\[\^\uE000\d+\]/g, "")).toBe(text)
      }),
    )
  })

  test("are told from real footnotes", () => {
    expect(sourceNumber("\uE00012")).toBe(12)
    expect(sourceNumber("1")).toBeUndefined()
  })
})
