import type { Token } from "markdown-it"
import type { Block, MarkdownDocument } from "./document.ts"

/** The blocks of a document, and how many characters of the whole text they stand for. */
export interface Completed {
  readonly blocks: readonly Block[]
  readonly end: number
}

/**
 * Gives the last block what is missing of it where only the beginning of a text was read, and that ends within code: what is
 * copied, run or saved of code is all of it, however much of it is shown.
 */
export function withRestOfCode({ blocks, text: read }: MarkdownDocument, text: string): Completed {
  const last = blocks.at(-1)
  const token = last?.tokens?.[0]
  if (read.length >= text.length || last === undefined || token?.type !== "fence" || isClosed(token))
    return { blocks, end: read.length }
  const end = endOfCode(text, read.length, token.markup)
  const code = token.content + text.slice(read.length, end.code)
  const whole = Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, token, { content: code })
  return { blocks: [...blocks.slice(0, -1), { ...last, tokens: [whole] }], end: end.block }
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
    const line = text.slice(start, next).trim()
    if (line.startsWith(markup) && line === (markup[0] ?? "").repeat(line.length)) return { code: start, block: next }
    start = next
  }
  return { code: text.length, block: text.length }
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from)
  return end === -1 ? text.length : end + 1
}
