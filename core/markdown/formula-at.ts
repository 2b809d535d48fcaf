/** A formula in a text. */
export interface FormulaFound {
  /** Characters it takes, its delimiters included. */
  readonly length: number
  /** The text between the delimiters. */
  readonly tex: string
  /** On a line of its own. */
  readonly display: boolean
}

/**
 * The formula that begins at a position, if one does. `\( \)`, `\[ \]` and `$$ $$` always enclose a formula; a single
 * `$` only where it cannot be money, because in Portuguese it nearly always is: "R$ 10 e R$ 20".
 */
export function formulaAt(source: string, start: number, end: number = source.length): FormulaFound | undefined {
  for (const [open, close, display] of delimiters) {
    if (!source.startsWith(open, start)) continue
    const closeAt = source.indexOf(close, start + open.length)
    if (closeAt <= start + open.length || closeAt + close.length > end) return undefined
    return { length: closeAt + close.length - start, tex: source.slice(start + open.length, closeAt), display }
  }
  return source[start] === "$" ? dollarFormula(source, start, end) : undefined
}

const delimiters: readonly (readonly [open: string, close: string, display: boolean])[] = [
  ["\\(", "\\)", false],
  ["\\[", "\\]", true],
  ["$$", "$$", true],
]

/** Longest formula between single dollars, in characters: without an end in sight a `$` is a sign of its own. */
const longestDollar = 600

/**
 * Between single dollars: nothing before the first that could name a currency ("R$", "US$", "5$"), no space inside the
 * ends, no digit or letter after the second, one line, and words inside that mathematics would say.
 */
function dollarFormula(source: string, start: number, end: number): FormulaFound | undefined {
  if (/[\p{L}\p{N}$\\]/u.test(source[start - 1] ?? "") || /[\s$]|^$/.test(source[start + 1] ?? "")) return undefined
  const stop = Math.min(end, start + longestDollar)
  for (let at = start + 2; at < stop && source[at] !== "\n"; at++) {
    if (source[at] === "\\") at++
    else if (source[at] === "$") {
      const tex = source.slice(start + 1, at)
      if (/\s$/.test(tex) || /[\p{L}\p{N}$]/u.test(source[at + 1] ?? "")) return undefined
      if (currencySign.test(tex) && /^\s?\d/.test(source.slice(at + 1, at + 3))) return undefined
      return isMathematics(tex) ? { length: at + 1 - start, tex, display: false } : undefined
    }
  }
  return undefined
}

/** The end of "… R$", whose dollar closes nothing. */
const currencySign = /[\s(/–-](?:R|US|CA?|AU?|NZ|HK|MX|AR|U)$/

/**
 * Whether words between dollars are a formula. What a formula alone has (a command, an index, a relation) decides; a
 * sentence is none, and neither is a price with something after it ("5 ou 10").
 */
function isMathematics(tex: string): boolean {
  const bare = tex.replaceAll(/\\(?:text|mathrm|operatorname) ?\{[^}]{0,200}\}/g, "").replaceAll(/\\[a-zA-Z]+/g, "")
  const words = bare.match(/\p{L}{3,}/gu)?.length ?? 0
  if (/[\\^_{}=<>≤≥≠≈∈]/.test(tex)) return words < 4
  if (/^[\d.,]+\s+\p{L}/u.test(tex) || /^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(tex)) return false
  return words === 0 || !/\s/.test(tex)
}
