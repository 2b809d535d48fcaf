import fc from "fast-check"
import { expect, it } from "vitest"
import type { Content, ContentPart } from "../gateway/content.ts"
import { pictureLine } from "../portable/write-nextchat.ts"
import { editedContent } from "./edited-content.ts"

const picture: ContentPart = { type: "image_url", image_url: { url: "nk-image:foto/4x3" } }
const remote: ContentPart = { type: "image_url", image_url: { url: "https://exemplo.br/a.png" } }
const file: ContentPart = { type: "text", text: "linha 1\nlinha 2", file: { name: "a.txt", sizeBytes: 15 } }
const said = (text: string): ContentPart => ({ type: "text", text })
const line = pictureLine("foto")

it.each<[string, Content, Content, Content]>([
  ["a picture", [said("Que e isto?"), picture], `Que é isto?\n${line}`, [said("Que é isto?"), picture]],
  ["a picture without words", [picture], `E isto?\n${line}`, [said("E isto?"), picture]],
  ["a picture whose line was deleted", [said("Oi"), picture], "Olá", [said("Olá"), picture]],
  ["a file", [said("Le"), file], "Lê\nlinha 1\nlinha 2", [said("Lê"), file]],
  ["a remote picture", [said("Oi"), remote], [said("Olá"), remote], [said("Olá"), remote]],
  ["a picture of NextChat's", [said("Oi"), picture], [said(`Olá\n${line}`), remote], [said("Olá"), picture, remote]],
  ["words alone", "Oi", "Olá", "Olá"],
])("words that NextChat changed stand beside what they stood beside: %s", (_name, own, theirs, expected) => {
  expect(editedContent(own, theirs)).toEqual(expected)
})

it("only the words become others, whatever they are", () => {
  const words = fc.string().filter((text) => text !== "" && !text.includes("linha"))
  fc.assert(
    fc.property(words, words, (before, after) => {
      const theirs = `${after}\nlinha 1\nlinha 2\n${line}`
      expect(editedContent([said(before), file, picture], theirs)).toEqual([said(after), file, picture])
    }),
  )
})
