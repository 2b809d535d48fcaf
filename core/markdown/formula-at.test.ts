import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formulaAt } from "./formula-at.ts"
import { countProcessorTime } from "../../testing/processor-time.ts"

/** The formulas of a text, as a reader would list them. */
function formulasIn(text: string): string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; at++) {
    const formula = formulaAt(text, at)
    if (!formula) continue
    found.push(formula.tex)
    at += formula.length - 1
  }
  return found
}

describe("money is never a formula", () => {
  test.each([
    "R$ 10 e R$ 20",
    "R$10 e R$20",
    "R$ 1.234,56",
    "US$5",
    "US$ 5 ou US$ 7",
    "$5 e $10",
    "$5",
    "custa $5, e mais nada",
    "$10 ou $20",
    "de $1,000 a $2,000",
    "$1.5M and $2M",
    "entre $5 e R$ 10",
    "um par por $20 ou R$ 110",
    "$5 (5 dólares) e 10$",
    "5$ e 10$",
    "o dólar ($) e o real (R$)",
    "$ 5 e $ 10",
    "$20,00$",
    "$1.234,56$",
    "as variáveis $HOME e $PATH",
    "$HOME/$USER",
    "$PATH:$HOME",
    "C$ 3 a A$ 4",
    "preço em R$, frete em US$",
    "$x sem fim",
    "$",
    "$$",
    "$$$",
    "€ 5, $6 e £7",
    "paguei $30 na loja e sobraram 20$",
  ])("%s", (text) => expect(formulasIn(text)).toEqual([]))
})

describe("formulas are found", () => {
  test.each([
    ["R$ 1.234,56 $x$", ["x"]],
    ["$x$ custa R$ 5", ["x"]],
    ["R$ 10 por mês a $i = 1\\%$ ao mês, e R$ 20", ["i = 1\\%"]],
    ["seja $x_1$ e $y^2$.", ["x_1", "y^2"]],
    ["a área é $\\pi r^2$, não $2\\pi r$", ["\\pi r^2", "2\\pi r"]],
    ["($a+b$)", ["a+b"]],
    ["o valor $5$ é primo", ["5"]],
    ["$2x$ e $n!$", ["2x", "n!"]],
    ["$f(x)$-contínua", ["f(x)"]],
    [
      "$v = \\frac{\\text{distância percorrida}}{\\text{tempo gasto}}$",
      ["v = \\frac{\\text{distância percorrida}}{\\text{tempo gasto}}"],
    ],
    ["$P = \\$ 10$ exato", ["P = \\$ 10"]],
    ["\\(a\\) e \\[b\\] e $$c$$", ["a", "b", "c"]],
    ["$$R\\$ 10$$", ["R\\$ 10"]],
    ["$R$ 10", ["R"]],
    ["$x$, $y$ e R$ 3", ["x", "y"]],
  ] as const)("%s", (text, formulas) => expect(formulasIn(text)).toEqual(formulas))
})

test("prices alone are text, whatever words stand between them", () => {
  const amount = fc.tuple(fc.constantFrom("R$ ", "R$", "US$", "US$ ", "$"), fc.integer({ min: 1, max: 99_999 }))
  const words = fc.constantFrom(" e ", " ou ", ", ", " a ", "-", " (", ") e ", " por mês, ", " contra ", "/")
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, words), { minLength: 1, maxLength: 8 }), (pieces) => {
      const text = pieces.map(([[sign, value], word]) => `${sign}${value}${word}`).join("")
      expect(formulasIn(text)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test("a formula is what stands in the text, letter by letter", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("$", "\\", "(", ")", "[", "]", "x", " ", "1", "R", "\n"), maxLength: 30 }),
      (text) => {
        for (let at = 0; at < text.length; at++) {
          const found = formulaAt(text, at)
          if (found) expect(text.slice(at, at + found.length)).toContain(found.tex)
        }
      },
    ),
  )
})

test("a text of nothing but dollars is read in a moment", () => {
  const spentMs = countProcessorTime()
  for (const text of ["$a ".repeat(20_000), "\\(".repeat(20_000), "$\\".repeat(20_000)])
    formulasIn(text.slice(0, 10_000))
  expect(spentMs()).toBeLessThan(2_000)
})
