import { isObject, parseJson } from "#core/lib/fields.ts"
import { type ShareBody, type SharedConversation, type SharedPart, summaryOf } from "./shared-conversation.ts"

/*
 * A shared conversation as it lies in the file store: lines of JSON, so that a reader of one page costs that page. The first line is
 * the head, the second what was said, each one after that a page. Files of before have one line with all of it.
 */

/** What every page of a conversation says of the whole. */
export interface SharedHead {
  readonly title: string
  readonly models: readonly string[]
  readonly summary: string
  /** How many pages there are. */
  readonly pages: number
}

/** What is taken into a chat of one's own. */
export type SharedWords = Pick<SharedConversation, "title" | "models" | "items">

/** Lines that stand before the first page. */
const linesBefore = 2
const lineEnd = 0x0a

export function conversationFile({ title, models, items, pages }: SharedConversation): Buffer {
  const head: SharedHead = { title, models, summary: summaryOf(items), pages: pages.length }
  return Buffer.from([head, items, ...pages].map((line) => JSON.stringify(line)).join("\n"))
}

/** The head of a file, and one of its pages, counted from 1, which is undefined where there is no such page. Undefined for a damaged file. */
export function readPage(
  bytes: Buffer,
  number: number,
): readonly [SharedHead, readonly SharedPart[] | undefined] | undefined {
  const first = readHead(bytes)
  if (first === undefined) return undefined
  if (isWhole(first)) {
    const { title, models, items, pages } = first
    return [{ title, models, summary: summaryOf(items), pages: pages.length }, pages[number - 1]]
  }
  if (number < 1 || number > first.pages) return [first, undefined]
  const parts = readLine(bytes, linesBefore + number - 1)
  return Array.isArray(parts) ? [first, parts as readonly SharedPart[]] : undefined
}

/** What was said; undefined for a damaged file. */
export function readWords(bytes: Buffer): SharedWords | undefined {
  const first = readHead(bytes)
  if (first === undefined || isWhole(first)) return first
  const items = readLine(bytes, 1)
  if (!Array.isArray(items)) return undefined
  return { title: first.title, models: first.models, items: items as ShareBody["items"] }
}

function readHead(bytes: Buffer): SharedHead | SharedConversation | undefined {
  const head = readLine(bytes, 0)
  return isObject(head) ? (head as unknown as SharedHead | SharedConversation) : undefined
}

function isWhole(first: SharedHead | SharedConversation): first is SharedConversation {
  return "items" in first
}

/** A line that was cut off, wholly or in part, is undefined. */
function readLine(bytes: Buffer, index: number): unknown {
  let from = 0
  for (let line = 0; line < index; line++) {
    const before = bytes.indexOf(lineEnd, from)
    if (before === -1) return undefined
    from = before + 1
  }
  const end = bytes.indexOf(lineEnd, from)
  return parseJson(bytes.toString("utf8", from, end === -1 ? bytes.length : end))
}
