import { expect, test } from "vitest"
import { sentencesAfter } from "./sentences.ts"

test("waits for the end of a sentence while the answer arrives", () => {
  expect(sentencesAfter("Oi! Custa R$ 1.850,00 por", 0, true)).toEqual({ text: "Oi!", end: 4 })
  expect(sentencesAfter("Oi! Custa R$ 1.850,00 por mês. ", 4, true)).toEqual({
    text: "Custa R$ 1.850,00 por mês.",
    end: 31,
  })
  expect(sentencesAfter("Sem fim ainda", 0, true)).toEqual({ text: "", end: 0 })
})

test("knows the ends of sentences that no space follows", () => {
  expect(sentencesAfter("你好！今天聊什么？我", 0, true)).toEqual({ text: "你好！今天聊什么？", end: 9 })
  expect(sentencesAfter("「はい。」次", 0, true)).toEqual({ text: "「はい。」", end: 5 })
  expect(sentencesAfter("「はい。", 0, true)).toEqual({ text: "", end: 0 })
})

test("tells the rest when the answer is complete", () => {
  expect(sentencesAfter("Oi! Tudo bem", 4, false)).toEqual({ text: "Tudo bem", end: 12 })
})

test("speaks words, not the marks of Markdown", () => {
  const text =
    "## Título\n\n- **um** e `dois`\n- [três](https://a.test)\n\n```ts\nx\n```\n\n| a | b |\n|---|---|\n| snake_case | 2 |\n"
  expect(sentencesAfter(text, 0, false).text).toBe("Título um e dois três x a, b. snake_case, 2.")
})

test("speaks of formulas, notes and tasks without their signs, and leaves money as it is", () => {
  const text =
    "- [x] feito\n- [ ] a fazer\n\nCusta R$ 10 ou R$ 20[^1]; $x^2$, \\(y\\) e\n\n$$\n\\frac{a}{b}\n$$\n\nUS$5 e $6.\n\n[^1]: A nota."
  expect(sentencesAfter(text, 0, false).text).toBe(
    "feito a fazer Custa R$ 10 ou R$ 20; x^2, y e frac{a}{b} US$5 e $6. A nota.",
  )
})

test("says every sentence once, however the text was cut", () => {
  const text = "Primeira frase. Segunda: com parte! Terceira? Fim"
  let end = 0
  const heard: string[] = []
  for (let length = 1; length <= text.length; length++) {
    const next = sentencesAfter(text.slice(0, length), end, length < text.length)
    if (next.text !== "") heard.push(next.text)
    end = next.end
  }
  expect(heard.join(" ")).toBe(text)
})

test.each(["[", "![a](", " ", "\n", "| ", "> ", ">", "-", "`", "$", "$a", "[^", "|x"])(
  "reads a text of nothing but %j to its end in a moment",
  (mark) => {
    const text = mark.repeat(100_000)
    expect(sentencesAfter(text, 0, false).end).toBe(text.length)
    expect(sentencesAfter(text, 0, true).end).toBeLessThanOrEqual(text.length)
  },
)
