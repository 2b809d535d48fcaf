import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { loadTokenCounter } from "./token-counter.ts"

const count = await loadTokenCounter()

test.each([
  ["ideographs without a pause", "漢字".repeat(200_000)],
  ["one letter", "a".repeat(400_000)],
  ["letters with marks", "a\u0301".repeat(200_000)],
  ["signs", "=".repeat(400_000)],
  ["blanks", " ".repeat(400_000)],
  ["slashes at line ends", "/\n".repeat(200_000)],
  ["slashes at line ends of another kind", "=/\r\n".repeat(100_000)],
  ["emoji", "😀".repeat(200_000)],
  ["words that nobody has used before", randomBytes(900_000).toString("base64")],
])("counts %s in a time that grows with its length", { timeout: 30_000 }, (_, text) => {
  expect(count(text)).toBeGreaterThan(text.length / 200)
})

test("counts what is usual as the vocabulary does", () => {
  expect(count("")).toBe(0)
  const prose = "Olá, mundo! Isto é uma frase com um número: 12345.\n\n- e uma lista, 漢字 e `código()`".repeat(100)
  expect(count(prose)).toBe(countTokens(prose))
  expect(count("<|endoftext|>")).toBe(1)
})
