import { describe, expect, test } from "vitest"
import { advance, emptyDocument } from "./document.ts"

/** What is read of a text that is still arriving: the elements that are open around each piece of it. */
function arriving(text: string): string {
  const { blocks } = advance(emptyDocument, text, false)
  return blocks
    .flatMap(({ tokens = [] }) => tokens)
    .flatMap((token) => (token.type === "inline" ? (token.children ?? []) : [token]))
    .map(({ type, tag, nesting, content }) => {
      if (type === "text") return content
      if (type === "softbreak" || type === "hardbreak") return "\n"
      if (nesting === 0) return `<${tag || type}>${content}</${tag || type}>`
      return nesting === 1 ? `<${tag}>` : `</${tag}>`
    })
    .join("")
}

describe("marks of a text that is still arriving", () => {
  test.each([
    ["**negr", "<p><strong>negr</strong></p>"],
    ["**negrito e ", "<p><strong>negrito e</strong></p>"],
    ["**negrito*", "<p><strong>negrito</strong></p>"],
    ["um *itálico", "<p>um <em>itálico</em></p>"],
    ["***os dois", "<p><em><strong>os dois</strong></em></p>"],
    ["***os dois**", "<p><em><strong>os dois</strong></em></p>"],
    ["**a _b", "<p><strong>a <em>b</em></strong></p>"],
    ["(**a", "<p>(<strong>a</strong></p>"],
    ["~~fora", "<p><s>fora</s></p>"],
    ["o comando `npm sta", "<p>o comando <code>npm sta</code></p>"],
    ["``a ` b`", "<p><code>a ` b</code></p>"],
    ["**use `x", "<p><strong>use <code>x</code></strong></p>"],
    ["veja [o gu", "<p>veja o gu</p>"],
    ["veja [o guia]", "<p>veja o guia</p>"],
    ["veja [o guia](https://exa", "<p>veja o guia</p>"],
    ["veja [**o gu", "<p>veja <strong>o gu</strong></p>"],
    ["foto ![um gato](htt", "<p>foto </p>"],
    ["- um **dois", "<ul><li><p>um <strong>dois</strong></p></li></ul>"],
    ["> **dito", "<blockquote><p><strong>dito</strong></p></blockquote>"],
    ["## **Título", "<h2><strong>Título</strong></h2>"],
  ])("%j is closed", (text, read) => {
    expect(arriving(text)).toBe(read)
  })

  test.each([
    ["fim **", "<p>fim </p>"],
    ["fim *", "<p>fim </p>"],
    ["fim `", "<p>fim </p>"],
    ["**`", "<p></p>"],
    ["Aqui estão:\n-", "<p>Aqui estão:</p>"],
    ["texto\n==", "<p>texto</p>"],
    ["texto\n##", "<p>texto</p>"],
    ["texto\n``", "<p>texto</p>"],
    ["1. um\n2.", "<ol><li><p>um</p></li></ol>"],
    ["texto\n|", "<p>texto</p>"],
  ])("%j: a mark with nothing behind it is not seen", (text, read) => {
    expect(arriving(text)).toBe(read)
  })

  test.each([
    "2 * 3 = 6",
    "2*3 e 4",
    "5 ** 2",
    "snake_case e outro",
    "a fonte [1",
    "\\*não é",
    "`a *b` c",
    "`[b` c",
    "$a_1 *b$ c",
    "~ 20 reais",
    "de 5 a 10*",
  ])("%j stays as it is", (text) => {
    expect(arriving(text).replaceAll(/<[^>]*>/g, "")).toBe(text.replaceAll(/[`]|^\\(?=\*)/g, ""))
    expect(arriving(text)).not.toMatch(/<(?:em|strong|s)>/)
  })

  test("a sign of a note is taken for emphasis no further than its line", () => {
    expect(arriving("custa *dez\nreais")).toBe("<p>custa *dez\nreais</p>")
  })

  test.each(["| a | b", "| a | b |", "| a | b |\n", "| a | b |\n|-", "| a | b |\n| :--- | -"])(
    "%j is a table already",
    (text) => {
      expect(arriving(text)).toMatch(/^<table><thead><tr><th>a<\/th><th>b/)
    },
  )

  test("a table below a line of text is one already", () => {
    expect(arriving("Veja:\n| a | b |")).toMatch(/^<p>Veja:<\/p><table>/)
  })

  test.each(["```\n| a | b", "    | a | b", "a || b"])("%j is no table", (text) => {
    expect(arriving(text)).not.toContain("<table>")
  })

  test("what began like a table and is over is none", () => {
    expect(arriving("|x| é o módulo")).toMatch(/^<table>/)
    expect(arriving("|x| é o módulo\n\n")).toBe("<p>|x| é o módulo</p>")
    expect(arriving("|x| é o módulo\nde x")).toBe("<p>|x| é o módulo\nde x</p>")
  })

  test("code that is arriving is shown to the letter", () => {
    expect(arriving("```sh\nnpm run **a")).toContain("npm run **a")
  })

  test("once nothing follows, an open mark is what it is", () => {
    const { blocks } = advance(advance(emptyDocument, "**a", false), "**a", true)
    expect(blocks[0]?.tokens?.[1]?.children?.map(({ content }) => content).join("")).toBe("**a")
  })
})
