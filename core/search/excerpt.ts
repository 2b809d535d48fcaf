import { wordsIn } from "./fold.ts"
import type { Range } from "./marks.ts"

/** A piece of an excerpt; a hit is highlighted. */
export interface ExcerptPart {
  readonly text: string
  readonly isHit: boolean
}

/** The positions of the found words (folded) in a text. */
export function hitsIn(text: string, words: ReadonlySet<string>): readonly Range[] {
  return wordsIn(text)
    .filter((word) => words.has(word.folded))
    .map(({ start, end }) => ({ start, end }))
}

const before = 60
const longest = 220
/** A long text is read only this far around its hits, so that highlighting a page of results stays fast. */
const farthest = 200_000

/** Removes Markdown's syntax from a text. Takes time linear to the text's length, whatever it contains. */
export function withoutSigns(markdown: string): string {
  return markdown
    .split("\n")
    .map(plainLine)
    .join("\n")
    .replace(/\*\*|__|~~|`+/g, "")
    .replace(/\[([^[\]]*)\]\([^)\s[]*\)/g, "$1")
}

const blockSign = /^(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/

/** Removes the block syntax of a line; a fence, or the line under a table's head, becomes empty. A row begins with a dot, and ends with none. */
function plainLine(line: string): string {
  const words = line.trimStart()
  if (words.startsWith("```") || (words.includes("|") && /^[ :|-]{2,}$/.test(words))) return ""
  const plain = words.replace(blockSign, "")
  const cells = plain.split("|")
  if (cells.length > 1 && cells.at(-1)?.trim() === "") cells.pop()
  return cells.length === 1 ? plain : cells.map((cell) => cell.trim()).join(" · ")
}

/** The part of a text with most of the found words close together, with the hits highlighted. */
export function excerptOf(text: string, words: ReadonlySet<string>): readonly ExcerptPart[] {
  const line = text.slice(0, farthest).replace(/\s+/g, " ").trim()
  const hits = joined(hitsIn(line, words))
  const start = startOf(line, bestHit(hits))
  const end = endOf(line, start)
  const parts: ExcerptPart[] = []
  let at = start
  for (const hit of hits) {
    if (hit.start < at || hit.end > end) continue
    if (hit.start > at) parts.push({ text: line.slice(at, hit.start), isHit: false })
    parts.push({ text: line.slice(hit.start, hit.end), isHit: true })
    at = hit.end
  }
  if (at < end) parts.push({ text: line.slice(at, end), isHit: false })
  const cut = (isCut: boolean): readonly ExcerptPart[] => (isCut ? [{ text: "…", isHit: false }] : [])
  return [...cut(start > 0), ...parts, ...cut(end < line.length)]
}

/** Sorts hits and joins overlapping ones: "R$" and "$ 20" are "R$ 20". */
function joined(hits: readonly Range[]): readonly Range[] {
  const all: Range[] = []
  for (const hit of hits) {
    const last = all.at(-1)
    if (last === undefined || hit.start >= last.end) all.push(hit)
    else all[all.length - 1] = { start: Math.min(last.start, hit.start), end: Math.max(last.end, hit.end) }
  }
  return all
}

/** The hit with the most others close behind it. */
function bestHit(hits: readonly Range[]): number {
  let best = 0
  let most = 0
  let last = 0
  for (const [at, hit] of hits.entries()) {
    last = Math.max(last, at)
    while (last + 1 < hits.length && (hits[last + 1]?.end ?? Infinity) - hit.start <= longest - before) last++
    if (last - at + 1 > most) {
      most = last - at + 1
      best = hit.start
    }
  }
  return best
}

function startOf(line: string, hit: number): number {
  if (hit <= before) return 0
  const space = line.indexOf(" ", hit - before)
  return space === -1 || space >= hit ? hit - before : space + 1
}

function endOf(line: string, start: number): number {
  if (line.length - start <= longest) return line.length
  const space = line.lastIndexOf(" ", start + longest)
  return space <= start ? start + longest : space
}
