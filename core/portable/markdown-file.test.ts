import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { localeCodes } from "../i18n/locale.ts"
import type { Texts } from "../i18n/texts.ts"
import { htmlToMarkdown } from "./html-to-markdown.ts"
import { readMarkdownFile, writeMarkdown } from "./markdown-file.ts"

const names = { user: "Você", assistant: "Assistente", system: "Instruções" }
const context = { now: 1_800_000_000_000, isDayFirst: true, epochOf: Date.UTC, parseIso: Date.parse }
const messagesOf = (text: string) =>
  readMarkdownFile(text, context).flatMap((one) => (one.kind === "chats" ? (one.chats[0]?.messages ?? []) : []))

describe("a conversation as Markdown", () => {
  it("is read again as the same messages, whatever headings and blocks of code are in them", () => {
    const texts = [
      "Veja:\n```\n## Você:\n# não é título\n```",
      "## Assistente:\nisto é só um título\n\n# Outro\n\n````md\n```\n## Você:\n```\n````",
      "sem fim\n```js\n## Você:",
      "depois",
    ]
    const said = texts.map((text, at) => ({ role: at % 2 === 0 ? ("user" as const) : ("assistant" as const), text }))
    const file = writeMarkdown("Título", said, names)
    expect(file.startsWith("# Título\n\n## Você:\nVeja:")).toBe(true)
    const read = messagesOf(file)
    expect(read.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"])
    expect(read[1]?.content).toBe(texts[1])
  })

  it.each(localeCodes)("knows in %s again who said what, the preset messages too", async (locale) => {
    const chapter: { [code: string]: Texts["portable"] } = await import(`../i18n/locales/${locale}/portable.ts`)
    const { you, assistant, system } = chapter[locale]?.export ?? {}
    if (you === undefined || assistant === undefined || system === undefined) throw new Error("a name is missing")
    const said = (["system", "assistant", "user", "assistant"] as const).map((role, at) => ({
      role,
      text: `texto ${at}`,
    }))
    const [read] = readMarkdownFile(writeMarkdown("T", said, { user: you, assistant, system }), context)
    const [chat] = read?.kind === "chats" ? read.chats : []
    expect(chat?.context.map(({ content }) => content)).toEqual(["texto 0"])
    expect(chat?.messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant"])
  })

  it("has as many messages as it was written of", () => {
    const line = fc.constantFrom("## Você:", "# A", "```", "~~~~", "````js", "texto", "  ## B: ", "## C: ##", "")
    const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => `x\n${lines.join("\n")}`)
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (all) => {
        const said = all.map((one, at) => ({
          role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
          text: one,
        }))
        expect(messagesOf(writeMarkdown("T", said, names))).toHaveLength(all.length)
      }),
    )
  })
})

describe("HTML of another program", () => {
  it.each([
    ["<p>Um</p><p>Dois<br>linhas</p>", "Um\n\nDois\nlinhas"],
    ["<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "1. a\n  - b\n2. c"],
    ['<pre><code class="language-js">a &lt; b\n```</code></pre>', "````js\na < b\n```\n````"],
    [
      "<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3</td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1\\|2 | 3 |",
    ],
    ['<a href="javascript:alert(1)">x</a> <a href="https://a.example/">y</a>', "x [y](https://a.example/)"],
    ["a<script>alert(1)</script>b<style>p{}</style>c<!-- d -->e", "abce"],
    ["&ccedil;&#227;o &nbsp;&bogus; 1 < 2", "ção \u{a0}&bogus; 1 < 2"],
  ])("%s", (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  it("may be anything", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "<p>",
            "</p>",
            "<pre>",
            "<",
            ">",
            '"',
            "<li>",
            "</ul>",
            "<td>",
            "a",
            "&",
            "<script",
            "<!--",
            "<a href=",
          ),
        ),
        (parts) => void htmlToMarkdown(parts.join("")),
      ),
    )
  })
})

it("takes a heading of nothing but blanks as quickly as any other line", () => {
  const line = `## ${" ".repeat(300_000)}x`
  expect(writeMarkdown("Título", [{ role: "assistant", text: `Veja:\n${line}` }], names)).toContain(line)
})

describe("a block of code behind the mark of a list's item", () => {
  const asked = { role: "user", text: "E agora?" } as const
  it.each([
    ["1. ```\n   ## Você:\n   ```\n2. dois"],
    ["- ```js\n  a()\n  ```"],
    ["10. ~~~\n    código\n    ~~~\n11. fim"],
    ["- - ```\n    a\n    ```"],
    // It is never closed, and ends with its item.
    ["1. ```\n   a\n2. dois"],
    ["1. ```\n   a"],
  ])("%j goes out without another fence, and the question after it stays one", (text) => {
    const file = writeMarkdown("Título", [{ role: "assistant", text }, asked], names)
    expect(file).toContain(`${text}\n\n## `)
    const [chat] = readMarkdownFile(file, context).flatMap((one) => (one.kind === "chats" ? one.chats : []))
    expect(chat?.messages.map(({ content }) => content)).toEqual([text, "E agora?"])
  })
})
