import type { MarkdownIt } from "markdown-it"

/**
 * Keeps formulas between `\( \)`, `\[ \]` and `$$ $$` as they were written, so that Markdown does not eat their
 * backslashes and underscores. A single `$` never opens anything: in Portuguese it is money ("R$ 10 e R$ 20").
 */
export function addMathText(markdownIt: MarkdownIt): void {
  markdownIt.inline.ruler.before("escape", "math_text", (state, silent) => {
    const formula = formulaAt(state.src, state.pos, state.posMax)
    if (formula === undefined) return false
    if (!silent) state.push("math_text", "", 0).content = formula
    state.pos += formula.length
    return true
  })
}

const delimiters: readonly (readonly [open: string, close: string])[] = [
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["$$", "$$"],
]

/** The formula that begins at a position, its delimiters included. */
function formulaAt(source: string, start: number, end: number): string | undefined {
  for (const [open, close] of delimiters) {
    if (!source.startsWith(open, start)) continue
    const closeAt = source.indexOf(close, start + open.length)
    if (closeAt <= start + open.length || closeAt + close.length > end) return undefined
    return source.slice(start, closeAt + close.length)
  }
  return undefined
}
