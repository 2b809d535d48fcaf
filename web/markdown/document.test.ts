import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { mostCells, mostColumns } from "#core/markdown/bounded-tables.ts"
import { bracketCap, openCap } from "./markdown-limits.ts"
import { advance, emptyDocument, isWorthReading, type MarkdownDocument } from "./document.ts"
import { countProcessorTime } from "../../testing/processor-time.ts"

/** A document as plain data. */
function drawn(document: MarkdownDocument) {
  return document.blocks.map((block) => ({
    source: block.source,
    tokens: block.tokens?.map(({ type, tag, content, attrs, hidden, level, children }) => ({
      type,
      tag,
      content,
      attrs,
      hidden,
      level,
      children: children?.map((child) => [child.type, child.content, child.attrs, child.level]),
    })),
  }))
}

function whole(text: string) {
  return drawn(advance(emptyDocument, text, true))
}

function streamed(text: string, cuts: readonly number[]): MarkdownDocument {
  return advance(arriving(text, cuts), text, true)
}

/** The document of a stream that has delivered everything but not said so. */
function arriving(text: string, cuts: readonly number[]): MarkdownDocument {
  const positions = [...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b)
  return positions.reduce((document, position) => advance(document, text.slice(0, position), false), emptyDocument)
}

const piece = fc.constantFrom(
  "a",
  "b c",
  "*",
  "**",
  "_",
  "`",
  "```",
  "```ts",
  "~~~",
  "- ",
  "- [ ] x",
  "* ",
  "+ ",
  "1. ",
  "2. ",
  "1",
  "2",
  ".",
  "> ",
  "# ",
  "## t",
  "\n",
  "\n",
  "\n\n",
  "\n\n",
  "\n  ",
  "\n    ",
  "\n\n  ",
  "\n\n    ",
  "\r\n",
  "\r",
  "\t",
  "---",
  "===",
  "=",
  "-",
  "|",
  "| a | b |",
  "|---|---|",
  "[a]",
  "[a][r]",
  "[r]: /u",
  "[r]: https://u.test",
  "[r]:",
  "[s]: https://s.test",
  ' "t"',
  " 't",
  "'",
  "(https://x.test)",
  "![i](https://x.test/a.png)",
  "https://x.test/a",
  "\\(x_1\\)",
  "$$",
  "$$\n",
  "\\[",
  "\\]",
  "$x$",
  "[^1]",
  "[^1]: n",
  "www.x.test",
  "R$ 10",
  "~~",
  "&amp;",
  "\\",
  "<b>",
  "é",
  "😀",
  " ",
  "  \n",
)
const markdownText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""))
const cutsOfText = fc.array(fc.nat(400), { maxLength: 60 })

describe("a text that streams in", () => {
  test("ends with the blocks of one reading, however it was cut", () => {
    fc.assert(
      fc.property(markdownText, cutsOfText, (text, cuts) => {
        expect(drawn(streamed(text, cuts))).toEqual(whole(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test("shows the blocks of one reading before its end, unless a mark is open or a link defined", () => {
    fc.assert(
      fc.property(markdownText, cutsOfText, (start, cuts) => {
        const text = `${start}\n\nfim`
        fc.pre(!text.includes("]:"))
        expect(drawn(arriving(text, cuts))).toEqual(whole(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test("is right letter by letter", () => {
    const text =
      "1. um\n\n2. dois\n\n[r]: https://r.test\n\nVeja [isto][r] e R$ 10.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nlet x\n\n# y\n```\n\nfim"
    expect(
      drawn(
        streamed(
          text,
          [...text].map((_, index) => index),
        ),
      ),
    ).toEqual(whole(text))
  })

  test("is right where a line changed what stood above it", () => {
    for (const text of [
      "a\n|a\n---a",
      "\r[r]: https://u.test\n\na\n  [r]: https://u.test",
      "[r]: /u\n'title\nof it'",
      "1. a\n\n2. b",
    ]) {
      expect(drawn(streamed(text, [...Array(text.length).keys()]))).toEqual(whole(text))
    }
  })

  test("keeps finished blocks as the very same objects", () => {
    const first = advance(emptyDocument, "um\n\ndois\n\ntrês\n", false)
    const second = advance(first, "um\n\ndois\n\ntrês\n\nquatro\n", false)
    const last = advance(second, "um\n\ndois\n\ntrês\n\nquatro\n\ncinco", true)
    expect(second.blocks[0]).toBe(first.blocks[0])
    expect(last.blocks[1]).toBe(second.blocks[1])
    expect(last.frozenBlocks).toBe(5)
  })

  test("finds a link that is defined below its use, at the end", () => {
    const cuts = [...Array(60).keys()]
    const document = streamed("Veja [isto][r].\n\nOutro.\n\n[r]: https://r.test\n\nFim.", cuts)
    expect(document.blocks[0]?.tokens?.[1]?.children?.[1]?.attrs).toEqual([["href", "https://r.test"]])
  })

  test("starts over when the text is another one", () => {
    const first = advance(emptyDocument, "um\n\ndois\n\ntrês\n\n", false)
    expect(drawn(advance(first, "outro", false))).toEqual(whole("outro"))
  })
})

// The limits leave room for a busy machine: what these texts do to a careless reader takes minutes.
describe("text that would freeze a page", () => {
  const bombs: Record<string, string> = {
    "4 000 quotation marks": ">".repeat(4_000) + " x",
    "a list 300 deep": Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n"),
    "600 nested emphases": "*a _b ".repeat(300) + "x" + "_ *".repeat(300),
    "600 nested brackets": "[".repeat(600) + "x" + "](https://a.test)".repeat(600),
    "*a_ 6 667 times": "*a_".repeat(6_667),
    "*a_ 20 000 times": "*a_".repeat(20_000),
    "50 000 backticks": "`".repeat(50_000),
    "50 000 opening brackets": "[".repeat(50_000),
    "50 000 opening images": "![".repeat(25_000),
    "50 000 entities": "&".repeat(50_000),
    "50 000 less-thans": "<".repeat(50_000),
    "50 000 dollars": "$$".repeat(25_000),
    "20 000 table rows": "|a|\n|-|\n" + "|b|\n".repeat(20_000),
    "wide table":
      "|" + "a|".repeat(3_000) + "\n|" + "-|".repeat(3_000) + "\n" + ("|" + "b|".repeat(3_000) + "\n").repeat(10),
    "many wide tables with short rows": (
      "|".repeat(210) +
      "\n" +
      Array(209).fill("-").join("|") +
      "\n" +
      "a\n".repeat(313) +
      "\n"
    ).repeat(12),
    definitions: "[a]: /u\n".repeat(10_000),
    "10 000 marks that close nothing": "`*_".repeat(3_333),
    "formulas without an end": "\\(a ".repeat(2_500),
    links: "https://a.test/".repeat(3_000),
    "many short lines of it": "*a_`[![<$$\\(\n\n".repeat(6_000),
  }

  test.each(Object.entries(bombs))("%s is read in a moment", (_, text) => {
    for (const isComplete of [true, false]) {
      const spentMs = countProcessorTime()
      advance(emptyDocument, text.slice(0, 100_000), isComplete)
      expect(spentMs()).toBeLessThan(2_000)
    }
  })

  test("what is nested too deep keeps its source and has no tokens to draw", () => {
    const document = advance(emptyDocument, `antes\n\n${">".repeat(4_000)} x\n\ndepois`, true)
    expect(document.blocks.map((block) => block.tokens !== undefined)).toEqual([true, false, true])
    expect(document.blocks[1]?.source).toContain(">>>> x")
  })

  /** A table whose rows after the first are short. */
  const table = (columns: number, rows: number) =>
    `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"b\n".repeat(rows)}`
  const cellsOf = ({ blocks }: MarkdownDocument) =>
    blocks.flatMap(({ tokens = [] }) => tokens.filter(({ type }) => /^t[hd]_open$/.test(type))).length

  test("a table of more columns than can be drawn is text, one of as many as can is a table", () => {
    const cells = (columns: number) => cellsOf(advance(emptyDocument, table(columns, 1), true))
    expect([mostColumns, mostColumns + 1].map(cells)).toEqual([2 * mostColumns, 0])
  })

  test("a table ends where the cells of its text would be too many, and the rest of it is text", () => {
    const text = table(mostColumns, 3_000)
    const document = advance(emptyDocument, text, true)
    expect(cellsOf(document)).toBe(mostCells)
    expect(document.blocks.map(({ source }) => source).join("\n")).toBe(text.trimEnd())
  })

  test("the tables of a text share its cells, however it was cut while it arrived", () => {
    const text = `${table(90, 60)}\n\nc\n\n`.repeat(6)
    const all = whole(text)
    expect(cellsOf(advance(emptyDocument, text, true))).toBeLessThanOrEqual(mostCells)
    const step = Math.ceil(text.length / 15)
    const cuts = Array.from({ length: 15 }, (_, at) => at * step + (at % 7))
    expect(drawn(streamed(text, cuts))).toEqual(all)
    expect(drawn(streamed(`${text}[d]\n\n[d]: https://a.test`, cuts))).toEqual(
      whole(`${text}[d]\n\n[d]: https://a.test`),
    )
  })

  test("brackets are read up to so many open ones", () => {
    const isRead = (open: number) =>
      advance(emptyDocument, `${"[".repeat(open)} **a**`, true).blocks[0]?.tokens?.[1]?.children?.length !== 1
    expect([bracketCap, bracketCap + 1].map(isRead)).toEqual([true, false])
  })

  test("a long list that is still arriving is read again when it has grown by a quarter, short ones and code always", () => {
    const long = "- a\n".repeat(openCap / 4)
    const isReadAgain = (text: string, more: string) => isWorthReading(advance(emptyDocument, text, false), text + more)
    expect(isReadAgain(long, "- b")).toBe(false)
    expect(isReadAgain(long, long.slice(0, long.length / 4 + 4))).toBe(true)
    expect(isReadAgain("- a\n", "- b")).toBe(true)
    expect(isReadAgain("```\n" + long, "- b")).toBe(true)
  })
})
