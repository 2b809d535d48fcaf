import type { Citation } from "#core/gateway/chat-event.ts"
import { withoutDirectionMarks } from "#core/markdown/direction-marks.ts"
import { safeLink } from "./safe-link.ts"

/** A page that an answer rests on. */
export interface SourcePage {
  /** From 1, in the order of the citations. */
  readonly number: number
  readonly link: URL
  readonly title: string
}

/** Most pages and titles that are believed: a provider's list is data of strangers. */
const most = { pages: 60, title: 160 } as const

/** The pages of an answer's citations, each once. Addresses that are no web page's are left out. */
export function pagesOf(citations: readonly Citation[]): readonly SourcePage[] {
  const pages = new Map<string, Omit<SourcePage, "number">>()
  for (const { url, title } of citations) {
    const link = safeLink(url)
    if (!link || link.protocol === "mailto:" || pages.has(link.href)) continue
    const words = withoutDirectionMarks(title).trim() || `${link.host}${link.pathname}`
    pages.set(link.href, { link, title: words.length > most.title ? `${words.slice(0, most.title)}…` : words })
    if (pages.size === most.pages) break
  }
  return [...pages.values()].map((page, index) => ({ ...page, number: index + 1 }))
}

/** A call of a source is written as a footnote's, with a name that no text can have by accident. */
const callMark = "\uE000"

/** The number of the source that a footnote's name calls; undefined for real footnotes. */
export function sourceNumber(name: string): number | undefined {
  return name.startsWith(callMark) ? Number(name.slice(1)) : undefined
}

/**
 * A text with a call of its source after each cited passage. None where it would stand in a word, in code, in a formula or
 * in a link's address, and none after a passage that names its source itself, as some models write them.
 */
export function withCitationMarks(text: string, citations: readonly Citation[], pages: readonly SourcePage[]): string {
  const calls = new Map<number, Set<number>>()
  for (const { url, start = 0, end } of citations) {
    const link = safeLink(url)
    const page = link && pages.find((one) => one.link.href === link.href)
    if (!page || end === undefined || !Number.isInteger(end) || end <= 0 || end > text.length) continue
    if (namesSource(text, start, end, page.link) || !isBetweenWords(text, end)) continue
    calls.set(end, (calls.get(end) ?? new Set()).add(page.number))
  }
  let marked = ""
  let from = 0
  for (const [end, numbers] of [...calls].toSorted(([a], [b]) => a - b)) {
    const at = beforeSpace(text, end)
    marked += text.slice(from, at) + [...numbers].map((number) => `[^${callMark}${number}]`).join("")
    from = at
  }
  return marked + text.slice(from)
}

/** The call stands right behind the last letter, not after the line break that follows it. */
function beforeSpace(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length
}

function namesSource(text: string, start: number, end: number, link: URL): boolean {
  return text.slice(Math.max(0, start), end + 1).includes(link.host)
}

function isBetweenWords(text: string, end: number): boolean {
  if (/[\p{L}\p{N}]/u.test(text[end] ?? "") && /[\p{L}\p{N}]/u.test(text[end - 1] ?? "")) return false
  const before = text.slice(0, end)
  const fences = before.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0
  const line = before.slice(before.lastIndexOf("\n") + 1)
  const isInside = (sign: RegExp) => (line.match(sign)?.length ?? 0) % 2 === 1
  const word = line.split(/\s/).at(-1) ?? ""
  const isInAddress = word.lastIndexOf("](") > word.lastIndexOf(")") || /https?:\/\//.test(word)
  return fences % 2 === 0 && !isInside(/`/g) && !isInside(/\$\$?/g) && !/\\[([]/.test(line) && !isInAddress
}
