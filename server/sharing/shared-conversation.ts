import * as v from "valibot"
import { text } from "../schemas.ts"
import { newEffort } from "./effort.ts"
import { escaped } from "./html-text.ts"
import { pictureIdIn } from "./picture-address.ts"
import { createPages, longestBlock, roomOnPage } from "./shared-pages.ts"

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

/**
 * Reads the conversation's Markdown once, when it is shared, so that a reader costs next to nothing. Others have their turn
 * between any two messages, and between pieces of a long one.
 */
export async function makeSharedConversation({ title, models, items }: ShareBody): Promise<SharedConversation> {
  // Loaded when it is used: Markdown and formulas would be a tenth of the server's memory.
  const { htmlBlocks } = await import("./shared-markdown.ts")
  const pages = createPages(roomOnPage({ title, models }, summaryOf(items)))
  const effort = newEffort()
  for (const item of items) {
    let isFirst = true
    for await (const html of blocksOf(item, (source) => htmlBlocks(source, effort))) {
      pages.add(item.from, html, isFirst)
      isFirst = false
    }
    if (effort.isTurnDue()) await effort.giveTurn()
  }
  return { title: title.trim(), models, items, pages: pages.all }
}

/** A question stands as somebody typed it, unless it shows pictures or is longer than a block should be. */
async function* blocksOf(
  { from, value }: ShareItem,
  htmlBlocks: (source: string) => AsyncIterable<string>,
): AsyncIterable<string> {
  const isTyped = from === "human" && value.length < 8_000 && !value.includes("/api/cache/")
  const typed = isTyped ? `<p>${escaped(value)}</p>` : ""
  if (isTyped && Buffer.byteLength(typed) <= longestBlock) yield typed
  else yield* htmlBlocks(value)
}

/** The ids of the uploaded pictures that the texts name. */
export function picturesIn(items: readonly ShareItem[]): readonly string[] {
  const addresses = items.flatMap(({ value }) => value.match(/\/api\/cache\/[\w-]{22}\.[a-z]{3,4}/g) ?? [])
  return [...new Set(addresses.flatMap((address) => pictureIdIn(address) ?? []))]
}

/** The beginning of the first question, for the previews of messengers; where it has no words, that of what follows. */
export function summaryOf(items: readonly ShareItem[]): string {
  const line = firstWords([...items.filter(({ from }) => from === "human").slice(0, 1), ...items])
  return line.length <= 160 ? line : `${line.slice(0, 159).trimEnd()}…`
}

function firstWords(items: readonly ShareItem[]): string {
  for (const item of items) {
    const words = wordsIn(item)
    if (words !== "") return words
  }
  return ""
}

/** The first words of something that was said, without addresses of pictures and links; of an answer without the signs of Markdown. */
function wordsIn({ from, value }: ShareItem): string {
  const words = value
    .slice(0, 3_000)
    .replaceAll(/!\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g, " $1 ")
    .replaceAll(/\[([^[\]]{1,300})\]\(https?:[^()\s]{0,2000}\)/g, "$1")
  const plain = from === "human" ? words : words.replaceAll(/\*\*|`|^[#>]{1,6} /gm, "")
  return plain.slice(0, 600).replaceAll(/\s+/g, " ").trim()
}
