import katex from "katex"
import { describe, expect, test } from "vitest"
import { isWithinTexLimits } from "./tex-limits.ts"
import { countProcessorTime } from "../../testing/processor-time.ts"

describe("formulas of answers", () => {
  test.each([
    "x",
    "V = P \\cdot \\frac{(1 + i)^n - 1}{i}",
    "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
    "\\left( \\left[ \\left\\{ x \\right\\} \\right] \\right)",
    "\\text{juros} = R\\$ 10{,}50",
    "\\sum_{k=1}^{\\infty} \\frac{1}{k^2} = \\frac{\\pi^2}{6}",
  ])("%s is set in print", (tex) => {
    expect(isWithinTexLimits(tex)).toBe(true)
    expect(katex.renderToString(tex)).toContain("katex")
  })
})

describe("hostile formulas stay text", () => {
  test.each([
    ["600 fractions in each other", "\\frac{1}{".repeat(600) + "x" + "}".repeat(600)],
    ["5 000 braces", "{".repeat(5_000)],
    ["a definition that doubles itself", "\\newcommand{\\x}[1]{\\x{#1#1}}\\x{a}"],
    ["\\def too", "\\def\\x{\\x\\x}\\x"],
    ["a script as a link", "\\href{javascript:alert(1)}{x}"],
    ["an address", "\\url{https://evil.test}"],
    ["a picture", "\\includegraphics{https://evil.test/a}"],
    ["a style", "\\htmlStyle{background:url(//evil.test)}{y}"],
    ["10 000 letters", "x".repeat(10_000)],
    ["a matrix of 4 000 cells", "&".repeat(3_999)],
    ["brackets in brackets", "\\left(".repeat(100)],
  ])("%s", (_, tex) => expect(isWithinTexLimits(tex)).toBe(false))
})

test("what is let through takes KaTeX a moment", () => {
  const worst = [
    "\\frac{1}{".repeat(49) + "x" + "}".repeat(49),
    "x^".repeat(700) + "x",
    "\\begin{matrix}" + "1 & ".repeat(700) + "1 \\end{matrix}",
    "\\sqrt{x}".repeat(400),
    "\\rule{9999em}{9999em}",
    "{}".repeat(2_000),
  ]
  for (const tex of worst.filter(isWithinTexLimits)) {
    const spentMs = countProcessorTime()
    try {
      katex.renderToString(tex, { maxExpand: 300, maxSize: 20 })
    } catch {
      // Its source is shown.
    }
    expect(spentMs()).toBeLessThan(1_500)
  }
})
