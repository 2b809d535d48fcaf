import { spokenFormula } from "./spoken-formula.ts"
import type { SpokenWords } from "./spoken-words.ts"

/**
 * The lines of an answer as they are read aloud, with one in the place of each block of code and of each formula that stands
 * by itself. What follows a formula on its last line belongs to its sentence; what only looks like the beginning of one, or
 * of a block, is read as it stands.
 */
export function withoutBlocks(markdown: string, words: SpokenWords): readonly string[] {
  const lines = withoutReasoning(markdown).split("\n")
  const findFormula = formulaFinder(lines)
  const said: string[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ""
    const fence = openedFence(line)
    const formula = fence === undefined ? findFormula(at) : undefined
    if (fence !== undefined) {
      said.push(`${fence.language === "mermaid" ? words.diagram : words.code}.`)
      at = afterFence(lines, at + 1, fence.mark)
    } else if (formula !== undefined) {
      said.push(formulaWords(formula.tex, words) + (/[\p{L}\p{N}]/u.test(formula.tail) ? formula.tail : "."))
      at = formula.next
    } else {
      said.push(line)
      at += 1
    }
  }
  return said
}

export function formulaWords(tex: string, { formula, signs }: SpokenWords): string {
  return spokenFormula(tex, signs) ?? formula
}

/** A text without what its model thought aloud before it; one that only speaks of the mark is whole. */
function withoutReasoning(markdown: string): string {
  const opened = /^\s*<think>/.exec(markdown)
  if (opened === null) return markdown
  const end = markdown.indexOf("</think>", opened[0].length)
  return end < 0 ? "" : markdown.slice(end + "</think>".length)
}

/** A block of code begins here; three backticks around words of a sentence do not begin one. */
function openedFence(line: string): { readonly mark: string; readonly language: string } | undefined {
  const [before, mark] = /^[ \t]{0,9}(?:>[ \t]?)*(`{3,}|~{3,})/.exec(line) ?? []
  if (before === undefined || mark === undefined) return undefined
  const info = line.slice(before.length)
  if (mark.startsWith("`") && info.includes("`")) return undefined
  return { mark, language: info.trim() }
}

function afterFence(lines: readonly string[], from: number, mark: string): number {
  for (let at = from; at < lines.length; at++) {
    const [, closing] = /^[ \t]{0,9}(?:>[ \t]?)*(`{3,}|~{3,})[ \t]*$/.exec(lines[at] ?? "") ?? []
    if (closing?.startsWith(mark) === true) return at + 1
  }
  return lines.length
}

interface Formula {
  readonly tex: string
  /** What stands behind it on its last line. */
  readonly tail: string
  readonly next: number
}

/** Finds the formula that begins with a line. One that a blank line comes before the end of is none: its mark is an ordinary sign. */
function formulaFinder(lines: readonly string[]): (at: number) => Formula | undefined {
  /** By the mark that begins a formula: nothing ends one before this line. A text may hold nothing but beginnings. */
  const noEndBefore = new Map<string, number>()
  return (at) => {
    const [, opening, rest = ""] = /^[ \t]*(\$\$(?!\$)|\\\[)(.*)$/.exec(lines[at] ?? "") ?? []
    if (opening === undefined || at < (noEndBefore.get(opening) ?? 0)) return undefined
    const closing = opening === "$$" ? /(?<!\$)\$\$(?!\$)/ : /\\\]/
    const tex: string[] = []
    for (let next = at + 1, line: string | undefined = rest; ; line = lines[next], next += 1) {
      // An answer that was cut in the middle of a formula.
      if (line === undefined && rest.trim() === "") return { tex: "", tail: "", next: lines.length }
      const end = line?.search(closing) ?? -1
      if (line !== undefined && end >= 0)
        return { tex: [...tex, line.slice(0, end)].join(" "), tail: line.slice(end + 2), next }
      if (line === undefined || (line.trim() === "" && next > at + 1)) {
        noEndBefore.set(opening, next - 1)
        return undefined
      }
      tex.push(line)
    }
  }
}
