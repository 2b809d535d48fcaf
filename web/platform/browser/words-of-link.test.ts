import { expect, test } from "vitest"
import { bringsWords, wordsOfLink } from "./words-of-link.ts"

test.each([
  ["fill=Ol%C3%A1", "Olá"],
  ["title=Receita&text=De+bolo&url=https%3A%2F%2Fa.example", "Receita\nDe bolo\nhttps://a.example"],
  ["text=Veja+https%3A%2F%2Fa.example&url=https%3A%2F%2Fa.example", "Veja https://a.example"],
  ["title=Igual&text=Igual", "Igual"],
  ["title=&text=+&url=", ""],
])("reads the words of %s", (query, words) => {
  expect(bringsWords(`?${query}`)).toBe(true)
  expect(wordsOfLink(new URLSearchParams(query))).toBe(words)
})

test("takes other addresses for what they are", () => {
  expect(["", "?c=text", "?context=1", "?site=gratuito"].some(bringsWords)).toBe(false)
})
