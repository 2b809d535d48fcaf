import { expect, test } from "vitest"
import { mostCells, mostColumns } from "#core/markdown/bounded-tables.ts"
import { countProcessorTime } from "../../testing/processor-time.ts"
import { type Effort, newEffort } from "./effort.ts"
import { makeSharedConversation } from "./shared-conversation.ts"
import { htmlBlocks } from "./shared-markdown.ts"

const paragraphs = (piece: string, length: number) =>
  Array.from({ length: Math.floor(240_000 / length) }, () => piece.repeat(Math.floor(length / piece.length))).join(
    "\n\n",
  )

// Before there was a bound some of these took more than ten seconds, in which nobody was answered.
test.each(["\\(", "\\[", "a@b.c ", "https://a.b/(", "http://", "![", "**a", "$a^2$ "])(
  "a conversation of nothing but %s takes a bounded time, and none of it is lost",
  async (piece) => {
    for (const length of [3_990, 19_900]) {
      const value = paragraphs(piece, length)
      const spentMs = countProcessorTime()
      const items = [{ from: "gpt", value }] as const
      const { pages } = await makeSharedConversation({ title: "", models: [], days: 30, items: [...items] })
      // It is bounded by 600 ms; the margin is for code that runs for the first time.
      expect(spentMs()).toBeLessThan(2_000)
      expect(
        pages
          .flat()
          .map(({ html }) => html)
          .join("").length,
      ).toBeGreaterThan(value.length / 2)
    }
  },
)

test.each([
  ["one long list", "- a\n".repeat(60_000)],
  ["a quotation that goes on", `${">".repeat(25)} a\n${"a\n".repeat(110_000)}`],
  ["many paragraphs", "Uma **frase** com [um link](https://a.example).\n\n".repeat(5_000)],
])("nobody waits long for a message with %s", async (_, value) => {
  let longest = 0
  let isOver = false
  const look = () => {
    const spentMs = countProcessorTime()
    setImmediate(() => {
      longest = Math.max(longest, spentMs())
      if (!isOver) look()
    })
  }
  // Code that runs for the first time takes longer.
  await sharedHtml([value])
  look()
  await sharedHtml([value])
  isOver = true
  // A turn is due after 5 ms; the margin is for a block that is read in one go, and for what clears the memory.
  expect(longest).toBeLessThan(100)
})

test.each([
  ["a long word", "a".repeat(60_000)],
  ["long code", `\`\`\`\n${"linha\n".repeat(10_000)}`],
])("others have their turn between the pieces of %s", async (_, value) => {
  let turns = 0
  const effort: Effort = { ...newEffort(), isTurnDue: () => true, giveTurn: async () => void turns++ }
  const turnsBefore: number[] = []
  for await (const _ of htmlBlocks(value, effort)) turnsBefore.push(turns)
  expect(turnsBefore.length).toBeGreaterThan(4)
  expect(new Set(turnsBefore).size).toBe(turnsBefore.length)
})

const mib = 1024 * 1024
/** A table whose rows after the first are short. */
const tableOf = (columns: number, rows: number) =>
  `${"|".repeat(columns + 1)}\n${Array(columns).fill("-").join("|")}\n${"a\n".repeat(rows)}\n`

async function sharedHtml(values: readonly string[]): Promise<string> {
  const items = values.map((value) => ({ from: "gpt", value }) as const)
  const { pages } = await makeSharedConversation({ title: "", models: [], days: 30, items })
  return pages.flatMap((page) => page.map(({ html }) => html)).join("")
}

test.each([
  ["too many columns", [tableOf(209, 313).repeat(20)], 0],
  ["too many cells", [tableOf(40, 48).repeat(760)], mostCells],
  ["too many cells of many messages", Array(100).fill(tableOf(40, 48).repeat(7)) as string[], mostCells],
])("of tables with %s a bounded part is drawn, and every word is there", async (_, values, most) => {
  const spentMs = countProcessorTime()
  const html = await sharedHtml(values)
  expect(spentMs()).toBeLessThan(2_000)
  expect(html.match(/<t[hd][ >]/g)?.length ?? 0).toBeLessThanOrEqual(most)
  expect(html.match(/a/g)?.length).toBeGreaterThanOrEqual(values.join("").match(/a/g)?.length ?? Infinity)
})

test("a table of as many columns as are read is one, of one more it is text", async () => {
  expect((await sharedHtml([tableOf(mostColumns, 3)])).match(/<t[hd]>/g)).toHaveLength(4 * mostColumns)
  expect(await sharedHtml([tableOf(mostColumns + 1, 3)])).not.toContain("<table>")
})

test.each([">".repeat(25) + "\n\n", "-\n+\n"])(
  "the HTML of a conversation of nothing but %j is bounded",
  async (piece) => {
    const html = await sharedHtml([piece.repeat(250_000 / piece.length)])
    expect(html.length).toBeLessThan(4 * mib)
  },
)

test("a line that ends as on old computers is a line of a block that is shown as it was written", async () => {
  const html = await sharedHtml([`um\r\r${`> ${'"'.repeat(300)}\r`.repeat(40)}\rfim`])
  expect(html.match(/&quot;/g)).toHaveLength(12_000)
})

test.each([">".repeat(40), "- ".repeat(40), "> - ".repeat(20), ">".repeat(29), "- ".repeat(14)])(
  "what nests as deep as %j keeps its words",
  async (marks) => {
    const html = await sharedHtml([`antes\n\n${marks} fundo\ne mais\n\ndepois`])
    for (const word of ["antes", "fundo", "e mais", "depois"]) expect(html).toContain(word)
  },
)
