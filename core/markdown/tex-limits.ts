/** Longest formula that is set in print, in characters, and how deep things may stand in each other. */
const longest = 4_000
const deepest = 50

/** Most signs of a kind that multiplies what must be drawn: cells of a matrix, roots, fractions. */
const mostCommands = 1_500

/**
 * Whether a formula asks no more of the page than an answer's should: its size, what stands in what, and no commands that
 * load, link or define (a definition can double itself a thousand times).
 */
export function isWithinTexLimits(tex: string): boolean {
  if (tex.length > longest || forbidden.test(tex)) return false
  let depth = 0
  let commands = 0
  for (const [sign] of tex.matchAll(/\\(?:left|begin|right|end)(?![a-zA-Z])|\\.|[{}^_&]/gs)) {
    if (sign === "{" || sign === "\\left" || sign === "\\begin") depth++
    else if (sign === "}" || sign === "\\right" || sign === "\\end") depth--
    else commands++
    if (depth > deepest || commands > mostCommands) return false
  }
  return true
}

const forbidden =
  /\\(?:(?:re)?newcommand|providecommand|[gex]?def|global|long|let|futurelet|href|url|includegraphics|html[A-Za-z]{1,30})(?![a-zA-Z])/
