import type { SpokenSigns } from "./spoken-words.ts"

/** Longer formulas are not followed by ear. In characters of TeX. */
const longestFormula = 160
/** Fractions and roots inside each other. */
const deepest = 6

/**
 * A formula in words: fractions, powers, roots, sums, Greek letters, comparisons. Undefined where anything is in it that has no
 * word here, or that an ear could not follow: half a formula says another thing than the whole.
 */
export function spokenFormula(tex: string, signs: SpokenSigns): string | undefined {
  if (tex.length > longestFormula) return undefined
  const tokens = tex.match(/\\[A-Za-z]{1,30}|\\.|\d[\d.,]*|[^\s]/gu) ?? []
  let at = 0
  let isStrange = tokens.length === 0

  /** One thing: a group in braces, a command with what belongs to it, or a single sign. */
  function one(depth: number): string {
    const token = tokens[at]
    if (token === undefined || depth > deepest) {
      isStrange = true
      return ""
    }
    at += 1
    if (token === "{") {
      const inside = many(depth + 1, "}")
      if (tokens[at] !== "}") isStrange = true
      at += 1
      return inside
    }
    if (/^\\[dt]?frac$/.test(token)) return `${one(depth + 1)} ${signs.over} ${one(depth + 1)}`
    if (token === "\\sqrt") return `${signs.root} ${one(depth + 1)}`
    if (keptAside.has(token)) return one(depth + 1)
    if (ignored.has(token)) return ""
    if (token === "\\%") return "%"
    const sign = signOf(token, signs)
    if (sign !== undefined) return sign
    const letter = greek[token.slice(1)]
    if (letter !== undefined && token.startsWith("\\")) return letter
    if (/^[\p{L}\p{N}%!.,:;]/u.test(token)) return token
    if (token === "(" || token === ")" || token === "[" || token === "]") return ","
    isStrange = true
    return ""
  }

  function many(depth: number, end?: string): string {
    const said: string[] = []
    let isBounded = false
    while (at < tokens.length && tokens[at] !== end && !isStrange) {
      const token = tokens[at]
      if (token === "^" || token === "_") {
        at += 1
        const script = one(depth + 1)
        said.push(token === "_" ? (isBounded ? signs.from : "") : powerOf(script, isBounded, signs))
        if (!isShortPower(script, isBounded, token)) said.push(script)
      } else {
        isBounded = bounded.has(token ?? "")
        said.push(one(depth))
      }
    }
    return said.filter((word) => word !== "").join(" ")
  }

  const said = many(0)
  if (isStrange || at < tokens.length) return undefined
  const words = said
    .replace(/ ([.,:;!%])/g, "$1")
    .replace(/,(?=,)|^,\s*|,\s*$/g, "")
    .replace(/\s+/g, " ")
    .trim()
  return words === "" ? undefined : words
}

function powerOf(script: string, isBounded: boolean, signs: SpokenSigns): string {
  if (isBounded) return signs.to
  if (script === "2") return signs.squared
  return script === "3" ? signs.cubed : signs.power
}

function isShortPower(script: string, isBounded: boolean, mark: string): boolean {
  return mark === "^" && !isBounded && (script === "2" || script === "3")
}

/** What has its bounds below and above. */
const bounded: ReadonlySet<string> = new Set(["\\sum", "\\prod", "\\int", "∑", "∏", "∫"])
/** Commands that change the look of what follows, which alone is read. */
const keptAside: ReadonlySet<string> = new Set([
  "\\text",
  "\\mathrm",
  "\\mathbf",
  "\\mathit",
  "\\operatorname",
  "\\vec",
])
const ignored: ReadonlySet<string> = new Set(
  ["left", "right", "displaystyle", "quad", "qquad", ",", ";", ":", "!", " ", "big", "Big", "limits"].map(
    (name) => `\\${name}`,
  ),
)

function signOf(token: string, signs: SpokenSigns): string | undefined {
  const name = signNames[token]
  return name === undefined ? undefined : signs[name]
}

const signNames: Readonly<Record<string, keyof SpokenSigns>> = {
  "+": "plus",
  "-": "minus",
  "−": "minus",
  "=": "equals",
  "<": "less",
  ">": "greater",
  "/": "over",
  "*": "times",
  "·": "times",
  "×": "times",
  "÷": "over",
  "±": "plusOrMinus",
  "≤": "atMost",
  "≥": "atLeast",
  "≠": "notEqual",
  "≈": "about",
  "∞": "infinity",
  "∑": "sum",
  "∏": "product",
  "∫": "integral",
  "√": "root",
  "\\times": "times",
  "\\cdot": "times",
  "\\div": "over",
  "\\pm": "plusOrMinus",
  "\\le": "atMost",
  "\\leq": "atMost",
  "\\ge": "atLeast",
  "\\geq": "atLeast",
  "\\lt": "less",
  "\\gt": "greater",
  "\\ne": "notEqual",
  "\\neq": "notEqual",
  "\\approx": "about",
  "\\infty": "infinity",
  "\\sum": "sum",
  "\\prod": "product",
  "\\int": "integral",
}

/** Voices read the letters themselves, each in its own language. */
const greek: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [..."αβγδεζηθικλμνξοπρστυφχψω"].map((letter, at) => [
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega".split(
        " ",
      )[at],
      letter,
    ]),
  ),
  Gamma: "Γ",
  Delta: "Δ",
  Theta: "Θ",
  Lambda: "Λ",
  Pi: "Π",
  Sigma: "Σ",
  Phi: "Φ",
  Psi: "Ψ",
  Omega: "Ω",
  sin: "sin",
  cos: "cos",
  tan: "tan",
  log: "log",
  ln: "ln",
  lim: "lim",
  max: "max",
  min: "min",
}
