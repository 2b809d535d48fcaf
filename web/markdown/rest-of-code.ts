import type { Token } from "markdown-it"
import type { Block, MarkdownDocument } from "./document.ts"

/** The blocks of a document, and how many characters of the whole text they stand for. */
export interface Completed {
  readonly blocks: readonly Block[]
  readonly end: number
}

/**
 * Gives the last block what is missing of it where only the beginning of a text was read, and that ends within code: what is
 * copied, run or saved of code is all of it, however much of it is shown. `streaming`: more of the text may arrive, and with it
 * more of code whose end is not there yet.
 */
export function withRestOfCode({ blocks, text: read }: MarkdownDocument, text: string, streaming: boolean): Completed {
  const last = blocks.at(-1)
  const token = last?.tokens?.[0]
  if (read.length >= text.length || last === undefined || token?.type !== "fence" || isClosed(token))
    return { blocks, end: read.length }
  const end = endOfCode(text, read.length, token.markup)
  const rest = withoutIndentation(text.slice(read.length, end.code), widthOf(last.source), read.endsWith("\n"))
  const code = token.content + rest
  const whole = Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, token, { content: code })
  const open = streaming && end.code === text.length
  return { blocks: [...blocks.slice(0, -1), { ...last, tokens: [whole], open }], end: end.block }
}

/** Whether the line that ends it was read: it counts as a line of the block, and is none of its content. */
function isClosed({ map, content }: Token): boolean {
  const [first, end] = map ?? [0, 0]
  const lines = content.split("\n").length - (content.endsWith("\n") ? 1 : 0)
  return end - first - 1 > (content === "" ? 0 : lines)
}

/** Where code ends that goes on at `from`, and the line that ends it; a line counts that may end it. */
function endOfCode(text: string, from: number, markup: string): { readonly code: number; readonly block: number } {
  let start = text[from - 1] === "\n" ? from : nextLine(text, from)
  while (start < text.length) {
    const next = nextLine(text, start)
    const signs = signsIn(text.slice(start, next))
    if (signs.startsWith(markup) && signs === (markup[0] ?? "").repeat(signs.length))
      return { code: start, block: next }
    start = next
  }
  return { code: text.length, block: text.length }
}

/** The signs of a line that may be a fence: one behind more than three spaces, or beside anything else, is none. */
function signsIn(line: string): string {
  return /^ {0,3}([`~]{3,})[ \t\r\n]*$/.exec(line)?.[1] ?? ""
}

/** Code as its block has it: what the first fence stands behind is taken off each line, as far as it is there. */
function withoutIndentation(code: string, width: number, beginsLine: boolean): string {
  if (width === 0) return code
  const lines = code.split("\n")
  return lines.map((line, at) => (at > 0 || beginsLine ? line.slice(Math.min(width, widthOf(line))) : line)).join("\n")
}

/** How many spaces a line begins with. */
function widthOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from)
  return end === -1 ? text.length : end + 1
}
