import MarkdownIt, { type Token } from "markdown-it"
import { expect, test } from "vitest"
import { topBlocks } from "./top-blocks.ts"

const markdownIt = new MarkdownIt({ html: false })

const read = (source: string) => [...topBlocks(markdownIt, source, {})]
const factsOf = (tokens: readonly Token[]) =>
  tokens.map(({ type, content, map, level }) => ({ type, content, map, level }))

const text = `# Título
Primeira linha
segunda

- um

  com parágrafo
- dois
  > citação
preguiçosa
***
1. a
2. b

   \`\`\`js
   código

   mais
   \`\`\`

[ref]: https://a.example "título"

Com [ref] depois
===

| a | b |
|---|---|
| 1 | 2 |
texto da tabela

    código recuado

    ainda

> um
>
> dois

~~~
cerca que não fecha
`

test("the blocks of a text are those that markdown-it reads at once", () => {
  const env = {}
  const tokens: Token[] = []
  markdownIt.block.parse(text, markdownIt, env, tokens)
  const ours = {}
  const blocks = [...topBlocks(markdownIt, text, ours)]
  expect(factsOf(blocks.flatMap((block) => block.tokens ?? []))).toEqual(factsOf(tokens))
  expect(ours).toEqual(env)
  const starts = blocks.map(({ from }) => from)
  expect(starts).toEqual([...starts].toSorted((a, b) => a - b))
})

test("nothing is read of nothing, nor of empty lines", () => {
  expect(read("")).toEqual([])
  expect(read("\n \n\n")).toEqual([])
})

test.each([
  ["a list", `${"- item\n\n  mais\n".repeat(3_000)}`],
  ["a quotation", `${"> linha\n".repeat(5_000)}`],
  ["what a quotation goes on with", `> início\n${"a\n".repeat(5_000)}`],
  ["a paragraph", `${"linha\n".repeat(5_000)}`],
  ["a long line", `${"palavra ".repeat(5_000)}\n`],
])("%s that is too long is not read, and what comes after it is", (_, long) => {
  const blocks = read(`antes\n\n${long}\n# Depois\n\nfim`)
  expect(blocks.map(({ tokens }) => tokens?.[0]?.type)).toEqual([
    "paragraph_open",
    undefined,
    "heading_open",
    "paragraph_open",
  ])
  const [, skipped] = blocks
  const lines = `antes\n\n${long}\n# Depois\n\nfim`.split("\n")
  expect(lines[skipped?.to ?? 0]).toBe("# Depois")
})

test.each(["linha\n\n", "\nlinha\n"])("code is read to its end, however long it is: %j", (lines) => {
  const [code, after] = read(`\`\`\`\n${lines.repeat(9_000)}\`\`\`\ndepois`)
  expect(code?.tokens?.[0]).toMatchObject({ type: "fence", content: lines.repeat(9_000) })
  expect(after?.tokens?.[1]?.content).toBe("depois")
})

test("a heading before a long line is one", () => {
  const [heading] = read(`# Título\n${"a".repeat(30_000)}`)
  expect(heading?.tokens?.[1]?.content).toBe("Título")
})
