import { describe, expect, it } from "vitest"
import type { Message } from "../conversation/message.ts"
import { messageHere, tellsMore } from "./told-more.ts"

const answer = (content: Message["content"], ...others: readonly string[]): Message => ({
  id: "a",
  date: 1,
  role: "assistant",
  content,
  ...(others.length === 0 ? {} : { versions: { before: others.map((one) => ({ date: 0, content: one })), after: [] } }),
})
const question = (content: Message["content"]): Message => ({ id: "q", date: 1, role: "user", content })
const asItCame = (message: Message) => ({ message, isChanged: false })

describe("a message of a file that bears the id of one that is here", () => {
  it("says no more where its texts are here, words for a missing picture among them or not", () => {
    const picture = { type: "image_url", image_url: { url: "import-picture:x" } } as const
    const told = question([picture, { type: "text", text: "Q" }])
    const here = question([
      { type: "text", text: "[sem imagem]" },
      { type: "text", text: "Q" },
    ])
    expect(tellsMore(told, asItCame(here))).toBe(false)
    expect(tellsMore(question("Q"), asItCame(here))).toBe(false)
    expect(tellsMore(question(""), asItCame(here))).toBe(false)
    expect(tellsMore(question("Q′"), asItCame(here))).toBe(true)
    expect(tellsMore(question("Q"), asItCame(question("Q e mais")))).toBe(true)
  })

  it("says no more where only who of several people wrote it was found out since", () => {
    const told = question("Ana: Vamos à praia?")
    const names = ["Ana", "Beto"]
    expect(tellsMore(told, asItCame(question("Vamos à praia?")), { names })).toBe(false)
    expect(tellsMore(told, asItCame(question("Vamos?")), { names })).toBe(true)
    expect(tellsMore(told, asItCame(question("Vamos à praia?")))).toBe(true)
  })

  it("says more where an answer was made anew or went on, but not where that of the file is the older one", () => {
    expect(tellsMore(answer("novo", "velho"), asItCame(answer("velho")))).toBe(true)
    expect(tellsMore(answer("velho", "novo"), asItCame(answer("velho")))).toBe(true)
    expect(tellsMore(answer("velho"), asItCame(answer("novo", "velho")))).toBe(false)
    expect(tellsMore(answer("Um\n\nDois"), asItCame(answer("Um")))).toBe(true)
    expect(tellsMore(answer("Um"), asItCame(answer("Um\n\nDois")))).toBe(false)
  })

  it("says no more where only another version of it is in another line that is here", () => {
    const isSaid = (text: string) => text === "outro"
    expect(tellsMore(answer("um", "outro"), asItCame(answer("um")), { isSaid })).toBe(false)
    expect(tellsMore(answer("outro"), asItCame(answer("um")), { isSaid })).toBe(true)
  })

  it("says no more where somebody changed that one here, but for an answer that was asked for again", () => {
    const changed = (message: Message) => ({ message, isChanged: true })
    expect(tellsMore(question("Q"), changed(question("Q corrigida")))).toBe(false)
    expect(tellsMore(answer("velho"), changed(answer("corrigido")))).toBe(false)
    expect(tellsMore(answer("velho"), changed(answer("meu", "velho")))).toBe(false)
    expect(tellsMore(answer("novo"), changed(answer("meu", "velho")))).toBe(true)
  })
})

it("whether a stored message was changed shows in its stamps, wherever it was written", () => {
  const changed = (sync: unknown) => messageHere({ message: question("Q"), sync }).isChanged
  expect(changed(undefined)).toBe(false)
  expect(changed({ born: "a" })).toBe(false)
  expect(changed({ born: "a", texts: { "message.content": { c: "a", seen: {} } }, at: { position: "b" } })).toBe(false)
  expect(changed({ born: "a", texts: { "message.content": { c: "b", seen: {} } } })).toBe(true)
  expect(changed({ born: "a", at: { "answers.k": "b" } })).toBe(true)
})
