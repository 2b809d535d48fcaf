import { describe, expect, it } from "vitest"
import type { Message } from "../conversation/message.ts"
import type { ContentPart } from "../gateway/content.ts"
import { gapsIn, withGapsFilled } from "./gaps.ts"
import { pictureAddress } from "./imported-chat.ts"

const idOf = (name: string) => `id-${name}`
const words = (text: string): ContentPart => ({ type: "text", text })
const wanted = (name: string): ContentPart => ({ type: "image_url", image_url: { url: pictureAddress(name) } })
const stored = (name: string): ContentPart => ({
  type: "image_url",
  image_url: { url: `nk-image:${idOf(name)}/10x10` },
})
const message = (...content: readonly ContentPart[]): Message => ({ id: "m", date: 1, role: "assistant", content })
const names = (here: Message, told: Message) => gapsIn(here, told, idOf).map(({ name }) => name)

describe("a message that came without its pictures", () => {
  const told = message(wanted("a"), wanted("b"), words("Veja"))

  it("lacks those whose place has words, in any language, or a link", () => {
    expect(
      names(message(words("[sem imagem]"), words("[picture not included](https://a.example)"), words("Veja")), told),
    ).toEqual(["a", "b"])
    expect(names(message(words("[sem imagem]"), words("Veja"), stored("a")), told)).toEqual(["b"])
    expect(names(message(words("Veja"), stored("a"), stored("b")), told)).toEqual([])
  })

  it("lacks none where somebody changed its words, or took a place away", () => {
    expect(names(message(words("[sem imagem]"), words("[sem imagem]"), words("Veja bem")), told)).toEqual([])
    expect(names(message(words("[sem imagem]"), words("Veja")), told)).toEqual([])
    expect(names({ ...message(), content: "Veja" }, told)).toEqual([])
  })

  it("has what was found in the order of the file, its other answers, too", () => {
    const one = message(words("[sem imagem]"), words("Veja"), stored("b"))
    const here: Message = { ...one, versions: { before: [{ date: 0, content: [words("[sem imagem]")] }], after: [] } }
    const file: Message = { ...told, versions: { before: [{ date: 0, content: [wanted("c")] }], after: [] } }
    expect(names(here, file)).toEqual(["a", "c"])
    const found = new Map([["picture a", stored("a")]])
    expect(withGapsFilled(here, file, idOf, found)).toEqual({
      ...here,
      content: [words("Veja"), stored("a"), stored("b")],
    })
  })
})
