import { formulaAt } from "#core/markdown/formula-at.ts"

/** How often something at the end of a text is left out: what is nothing but marks is shown as it is. */
const mostSteps = 6

/**
 * The text of a paragraph that is still arriving, as it most likely goes on: what stands in `**`, `*`, `` ` ``, `~~` or the text of a
 * link is closed where the text ends, and a mark of which nothing follows yet is left out. So no mark is seen on its way, and the words in
 * it do not move when its end comes. Linear in the text's length.
 */
export function closeMarks(text: string): string {
  let rest = text
  for (let step = 0; step < mostSteps; step++) {
    const next = closed(rest)
    if (typeof next === "string") return next
    rest = next.without
  }
  return text
}

/** The text with its marks closed, or the text without something at its end that is only beginning. */
function closed(text: string): string | { readonly without: string } {
  const open: OpenMark[] = []
  let bracket = -1
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    const formula = sign === "$" || sign === "\\" ? formulaAt(text, at, text.length) : undefined
    if (formula !== undefined) at += formula.length
    else if (sign === "\\") at += 2
    else if (sign === "`") {
      const mark = runAt(text, at)
      const end = endOfCode(text, at + mark.length, mark)
      if (end === undefined) return withCodeClosed(text, at, mark, open)
      at = end
    } else if (sign === "*" || sign === "_" || sign === "~") {
      const mark = runAt(text, at)
      const [before, after] = [text.charAt(at - 1), text.charAt(at + mark.length)]
      if (after === "" && !isWord(before) && open.at(-1)?.sign !== sign) return { without: text.slice(0, at) }
      meet(open, mark, before, after)
      at += mark.length
    } else {
      if (sign === "[") bracket = at
      if (sign === "\n") forgetSingles(open)
      at++
    }
  }
  const link = bracket < 0 ? undefined : openLink.exec(text.slice(bracket))
  if (link) return { without: withoutLink(text, bracket, link[1] ?? "") }
  return open.length === 0 ? text : text.trimEnd() + closing(open)
}

/** The text up to an end that code is open at, with that code closed; backticks at its end may be the first of those that close it. */
function withCodeClosed(text: string, at: number, mark: string, open: readonly OpenMark[]): ReturnType<typeof closed> {
  let end = text.length
  while (text.charAt(end - 1) === "`") end--
  const code = text.slice(at + mark.length, end)
  if (code.trim() === "") return { without: text.slice(0, at) }
  return text.slice(0, at) + mark + code + mark + closing(open)
}

/** A mark of emphasis that waits for its end: its sign, and how many of it. */
interface OpenMark {
  readonly sign: string
  count: number
}

/** A link of which the address, or even its text, has not arrived whole. What begins with a digit may be the number of a source. */
const openLink = /^\[([\p{L}"'“«*_`][^\]\n]*)(?:\](?:\([^)\n]*)?)?$/u

/** The text with the words of its last link, or without its last picture. */
function withoutLink(text: string, bracket: number, words: string): string {
  return text.charAt(bracket - 1) === "!" ? text.slice(0, bracket - 1) : text.slice(0, bracket) + words
}

/** The marks that close what is open, the innermost first. */
function closing(open: readonly OpenMark[]): string {
  return open
    .toReversed()
    .map(({ sign, count }) => sign.repeat(count))
    .join("")
}

/** The same sign as often as it stands there. */
function runAt(text: string, at: number): string {
  let end = at + 1
  while (text.charAt(end) === text.charAt(at)) end++
  return text.slice(at, end)
}

/** Where code ends that a run of backticks began: behind the next run of as many. */
function endOfCode(text: string, from: number, mark: string): number | undefined {
  for (let at = text.indexOf("`", from); at >= 0; at = text.indexOf("`", at)) {
    const run = runAt(text, at)
    at += run.length
    if (run.length === mark.length) return at
  }
  return undefined
}

function isWord(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign)
}

/** What a run of marks ends, and what it begins. Emphasis begins before a word and not within one; three in a row are two and one. */
function meet(open: OpenMark[], mark: string, before: string, after: string): void {
  const sign = mark.charAt(0)
  let count = mark.length
  while (count > 0 && before.trim() !== "") {
    const last = open.at(-1)
    if (last?.sign !== sign) break
    const closed = Math.min(count, last.count)
    count -= closed
    last.count -= closed
    if (last.count === 0) open.pop()
  }
  const isBeginning = after.trim() !== "" && !isWord(before)
  const isMark = sign === "~" ? count === 2 : count > 0 && count <= 3
  if (isBeginning && isMark) open.push({ sign, count })
}

/** A single `*` may be the sign of a note, or of a product: it is taken for emphasis up to the end of its line only. */
function forgetSingles(open: OpenMark[]): void {
  for (let at = open.length - 1; at >= 0; at--) if (open[at]?.count === 1) open.splice(at, 1)
}

/**
 * A text that is still arriving without a last line that holds nothing but the beginning of a mark: a `-` below a paragraph would
 * make a heading of it for a moment, and `#`, `>`, `1.` and backticks would be seen as they are.
 */
export function withoutBareMark(text: string): string {
  const lineStart = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1
  return bareMark.test(text.slice(lineStart)) ? text.slice(0, lineStart) : text
}

// Linear: the line is short.
const bareMark = /^[ \t>]{0,40}(?:[-=*+_]{1,3}|#{1,6}|`{1,3}|~{1,3}|\d{1,3}[.)]|\||>)[ \t]?$/

/**
 * A paragraph that ends with the head of a table, with the line below it that makes a table of them; undefined for another.
 * `text`: the last paragraph of what has arrived.
 */
export function withTableLine(text: string): string | undefined {
  const lines = text.split("\n")
  if (/^\|[|\-: ]*$/.test(lines.at(-1) ?? "")) lines.pop()
  const head = lines.at(-1) ?? ""
  if (!/^\|.*[^\s|]/.test(head) || lines.at(-2)?.startsWith("|") === true) return undefined
  const columns = head.replace(/\|[ \t]*$/, "").split("|").length - 1
  return `${lines.join("\n")}\n|${"---|".repeat(columns)}`
}
