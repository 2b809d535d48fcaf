import * as v from "valibot"
import { text } from "../schemas.ts"
import { newEffort } from "./effort.ts"
import { escaped } from "./html-text.ts"
import { pictureIdIn } from "./picture-address.ts"

/** Pictures that one conversation may show. */
export const mostPictures = 10
/** How long a link lasts, in days: what its maker may choose, and what stands where they choose nothing. */
export const shareDays = [7, 30, 180] as const
export const usualShareDays = 30

const item = v.object({ from: v.picklist(["human", "gpt"]), value: text(0, 256 * 1024) })

/** What is sent to share a conversation: the ancestor's fields, and a title and a term of ours. */
export const shareBody = v.object({
  avatarUrl: v.optional(text(0, 2_048)),
  items: v.pipe(v.array(item), v.minLength(1), v.maxLength(2_000)),
  title: v.optional(text(0, 200), ""),
  /** The models that answered, as people call them. */
  models: v.optional(v.pipe(v.array(text(1, 80)), v.maxLength(20)), []),
  days: v.optional(v.picklist(shareDays), usualShareDays),
})

export type ShareBody = v.InferOutput<typeof shareBody>
export type ShareItem = ShareBody["items"][number]

/** A conversation that is to be kept: what was sent, and the same as HTML, cut into pages. */
export interface SharedConversation {
  readonly title: string
  readonly models: readonly string[]
  readonly items: readonly ShareItem[]
  readonly pages: readonly (readonly SharedPart[])[]
}

/** A run of one speaker's blocks on a page. */
export interface SharedPart {
  readonly from: ShareItem["from"]
  readonly html: string
}

/** Most HTML of one page, in characters: with what stands around it a page stays below 50 kB. */
const longestPage = 36_000

/**
 * Reads the conversation's Markdown once, when it is shared, so that a reader costs next to nothing. Others have their turn
 * between any two messages, and between pieces of a long one.
 */
export async function makeSharedConversation({ title, models, items }: ShareBody): Promise<SharedConversation> {
  // Loaded when it is used: Markdown and formulas would be a tenth of the server's memory.
  const { htmlBlocks } = await import("./shared-markdown.ts")
  const pages: SharedPart[][] = [[]]
  const effort = newEffort()
  let size = 0
  for (const item of items) {
    const { from } = item
    let isFirst = true
    for await (const html of blocksOf(item, (source) => htmlBlocks(source, effort))) {
      if (size + bytesOf(html) > longestPage && size > 0) {
        pages.push([])
        size = 0
      }
      const page = pages.at(-1)
      const last = page?.at(-1)
      if (page && last && !isFirst && size > 0 && last.from === from)
        page[page.length - 1] = { from, html: last.html + html }
      else page?.push({ from, html })
      isFirst = false
      size += bytesOf(html)
    }
    if (effort.isTurnDue()) await effort.giveTurn()
  }
  return { title: title.trim(), models, items, pages }
}

/** A question stands as somebody typed it, unless it shows pictures or is longer than a page should be. */
async function* blocksOf(
  { from, value }: ShareItem,
  htmlBlocks: (source: string) => AsyncIterable<string>,
): AsyncIterable<string> {
  const isTyped = from === "human" && value.length < 8_000 && !value.includes("/api/cache/")
  if (isTyped) yield `<p>${escaped(value)}</p>`
  else yield* htmlBlocks(value)
}

function bytesOf(html: string): number {
  return Buffer.byteLength(html)
}

/** The ids of the uploaded pictures that the texts name. */
export function picturesIn(items: readonly ShareItem[]): readonly string[] {
  const addresses = items.flatMap(({ value }) => value.match(/\/api\/cache\/[\w-]{22}\.[a-z]{3,4}/g) ?? [])
  return [...new Set(addresses.flatMap((address) => pictureIdIn(address) ?? []))]
}

/** The beginning of the first question, for the previews of messengers. */
export function summaryOf(items: readonly ShareItem[]): string {
  const words = (items.find(({ from }) => from === "human") ?? items[0])?.value ?? ""
  const line = words.slice(0, 600).replaceAll(/\s+/g, " ").trim()
  return line.length <= 160 ? line : `${line.slice(0, 159).trimEnd()}…`
}
