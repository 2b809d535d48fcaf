import { proseInto } from "./long-answer.ts"

/**
 * An answer as models write them to a question of mathematics: hardly a line without a formula, and no two alike. One
 * piece is about one token.
 */
export function formulaAnswer(pieces: number): readonly string[] {
  const text: string[] = []
  for (let step = 1; text.length < pieces; step++) {
    text.push("### ", "Passo ", `${step}\n\n`)
    for (const formula of inline) {
      proseInto(text, 9)
      formulaInto(text, "$", formula(step))
    }
    text.push("\n\n")
    formulaInto(text, "$$", (display[step % display.length] ?? fraction)(step))
    text.push("\n\n")
    for (const formula of inline) {
      text.push("- ")
      proseInto(text, 6)
      formulaInto(text, "$", formula(step + 100))
      text.push("\n")
    }
    text.push("\n")
  }
  return text.slice(0, pieces)
}

type Formula = (n: number) => string

const inline: readonly Formula[] = [
  (n) => `x_{${n}}^2 + y_{${n}} = \\sqrt{${n}}`,
  (n) => `\\alpha_{${n}} \\in \\mathbb{R}`,
  (n) => `f(x) = ${n}x^3 - \\frac{x}{${n}}`,
]

const fraction: Formula = (n) => `x = \\frac{-b \\pm \\sqrt{b^2 - ${n}ac}}{2a}`

const display: readonly Formula[] = [
  fraction,
  (n) => `\\int_{0}^{${n}} \\frac{x^{${n}}}{1 + e^{-x}} \\, dx = \\sum_{k=1}^{\\infty} \\frac{(-1)^{k+1}}{k^{${n}}}`,
  (n) =>
    `\\begin{aligned} a &= b + ${n} \\\\ c &= \\sqrt{\\frac{d}{${n}}} \\\\ e &= \\lim_{x \\to ${n}} g(x) \\end{aligned}`,
  (n) =>
    `\\begin{pmatrix} 1 & ${n} & 0 \\\\ 0 & 1 & ${n} \\\\ ${n} & 0 & 1 \\end{pmatrix} \\begin{pmatrix} x \\\\ y \\\\ z \\end{pmatrix}`,
]

function formulaInto(text: string[], sign: "$" | "$$", tex: string): void {
  const lineEnd = sign === "$$" ? "\n" : ""
  text.push(sign + lineEnd, ...(tex.match(/\\[a-zA-Z]+|\\.|[^\\]{1,3}/g) ?? []), `${lineEnd}${sign} `)
}
