import { expect, test } from "vitest"
import { countProcessorTime } from "../../testing/processor-time.ts"
import { conversationFile, readPage, readWords } from "./conversation-file.ts"
import { type SharedConversation, summaryOf } from "./shared-conversation.ts"

const conversation: SharedConversation = {
  title: "Uma\nlinha",
  models: ["GPT-5"],
  items: [{ from: "human", value: "a\nb\u2028c" }],
  pages: [[{ from: "human", html: "<p>a\nb</p>" }], [{ from: "gpt", html: "<p>ção</p>" }]],
}
const { title, models, items, pages } = conversation
const head = { title, models, summary: "a b c", pages: 2 }

test.each([
  ["a file", conversationFile(conversation)],
  ["a file of before", Buffer.from(JSON.stringify(conversation))],
])("%s gives each page and what was said", (_, bytes) => {
  expect([1, 2, 3, 0].map((number) => readPage(bytes, number))).toEqual([
    [head, pages[0]],
    [head, pages[1]],
    [head, undefined],
    [head, undefined],
  ])
  expect(readWords(bytes)).toMatchObject({ title, models, items })
})

test("a page of a long conversation costs that page", () => {
  const html = "<p>a</p>".repeat(4_000)
  const long = Array.from({ length: 100 }, () => [{ from: "gpt", html }] as const)
  const bytes = conversationFile({ ...conversation, pages: long })
  const spentMs = countProcessorTime()
  for (let read = 0; read < 500; read++) expect(readPage(bytes, 100)?.[1]).toHaveLength(1)
  // The whole of it takes two milliseconds each time, so that all of these would take a second.
  expect(spentMs()).toBeLessThan(300)
})

test("a summary costs the first words, not those of all that was said", () => {
  const long = Array.from({ length: 4_000 }, () => ({ from: "gpt" as const, value: "**a** [b](c) ".repeat(250) }))
  const spentMs = countProcessorTime()
  for (let made = 0; made < 20; made++) expect(summaryOf([...items, ...long])).toBe("a b c")
  // The words of all of them take a tenth of a second each time.
  expect(spentMs()).toBeLessThan(300)
})

test("a file that was cut off or damaged is told apart from one without the page", () => {
  const bytes = conversationFile(conversation)
  expect(readPage(bytes.subarray(0, bytes.length - 10), 2)).toBeUndefined()
  expect(readPage(bytes.subarray(0, 20), 1)).toBeUndefined()
  expect(readWords(bytes.subarray(0, 20))).toBeUndefined()
  expect(readPage(Buffer.from("\u0000\u0001"), 1)).toBeUndefined()
  expect(readWords(Buffer.from("null"))).toBeUndefined()
})

test("of a file that was cut off, each page behind the cut is damaged, and each one before it is read", () => {
  const six = Array.from({ length: 6 }, (_, at) => [{ from: "gpt", html: `<p>${at + 1}</p>` }] as const)
  const whole = conversationFile({ ...conversation, pages: six })
  const inTheSecond = whole.indexOf("<p>2</p>")
  const afterTheSecond = whole.indexOf("\n", inTheSecond)
  const read = (length: number) => [1, 2, 3, 4, 5, 6].map((number) => readPage(whole.subarray(0, length), number)?.[1])
  const lost = Array.from({ length: 4 }, () => undefined)
  expect(read(inTheSecond)).toEqual([six[0], undefined, ...lost])
  expect(read(afterTheSecond)).toEqual([six[0], six[1], ...lost])
  expect(read(afterTheSecond + 1)).toEqual([six[0], six[1], ...lost])
  expect(readWords(whole.subarray(0, whole.indexOf("\n")))).toBeUndefined()
})
