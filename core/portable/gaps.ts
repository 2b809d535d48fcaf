import { fileTextOf } from "../conversation/attachment.ts"
import { readImageReference } from "../conversation/image-reference.ts"
import type { Message } from "../conversation/message.ts"
import type { Content, ContentPart, TextPart } from "../gateway/content.ts"
import { wantedIn, wantedKey, type Wanted } from "./session-of-chat.ts"
import { asReadNow } from "./told-more.ts"

/*
 * What a message that came without its pictures, or without the texts of its files, still lacks: another file of the same conversation may
 * have them.
 */

/** The id of the picture that a conversation's message names. */
export type PictureId = (name: string) => string

/** What a message that is here lacks of what a file tells of it; nothing where its words were changed. */
export function gapsIn(here: Message, told: Message, pictureId: PictureId): readonly Wanted[] {
  return pairsOf(here, told).flatMap(([mine, theirs]) => gapsOf(mine, theirs, pictureId))
}

/** The message with what was found, by `wantedKey`, of what it lacked. */
export function withGapsFilled(
  here: Message,
  told: Message,
  pictureId: PictureId,
  found: ReadonlyMap<string, ContentPart>,
): Message {
  const filled = new Map(
    pairsOf(here, told).map(([mine, theirs]) => [mine, filledContent(mine, gapsOf(mine, theirs, pictureId), found)]),
  )
  const fill = <One extends Pick<Message, "content">>(one: One): One => ({
    ...one,
    content: filled.get(one.content) ?? one.content,
  })
  const { versions, ...rest } = fill(here)
  if (versions === undefined) return rest
  return { ...rest, versions: { before: versions.before.map(fill), after: versions.after.map(fill) } }
}

/** The contents of two states of a message that belong together: all of them, or those that are shown. */
function pairsOf(here: Message, told: Message): readonly (readonly [Content, Content])[] {
  const [mine, theirs] = [here, told].map((one) => [
    one,
    ...(one.versions?.before ?? []),
    ...(one.versions?.after ?? []),
  ])
  const pairs = (mine ?? []).flatMap(({ content }, at) => {
    const other = theirs?.[at]
    return other === undefined ? [] : [[content, other.content] as const]
  })
  return mine?.length === theirs?.length ? pairs : pairs.slice(0, 1)
}

function gapsOf(here: Content, told: Content, pictureId: PictureId): readonly Wanted[] {
  if (typeof here === "string" || typeof told === "string" || wordsIn(here) !== wordsIn(told)) return []
  const wanted = told.flatMap((part) => wantedIn(part) ?? [])
  const ids = new Set(
    here.flatMap((part) => (part.type === "image_url" ? (readImageReference(part.image_url.url)?.id ?? []) : [])),
  )
  const pictures = wanted.filter(({ kind, name }) => kind === "picture" && !ids.has(pictureId(name)))
  const names = new Set(here.flatMap((part) => (isEmptyFile(part) ? (part.file?.name ?? []) : [])))
  const files = wanted.filter((one) => one.kind === "file" && names.has(one.note.name))
  // Whoever took a place of one away wants none.
  return here.filter(isPlaceholder).length === pictures.length ? [...pictures, ...files] : files
}

function filledContent(here: Content, gaps: readonly Wanted[], found: ReadonlyMap<string, ContentPart>): Content {
  if (typeof here === "string" || gaps.length === 0) return here
  const pictures = gaps.filter(({ kind }) => kind === "picture")
  const parts = here.map((part) => {
    const gap = isPlaceholder(part)
      ? pictures.shift()
      : gaps.find((one) => one.kind === "file" && isEmptyFile(part) && one.note.name === part.file?.name)
    return (gap && found.get(wantedKey(gap))) ?? part
  })
  return [...parts.filter(({ type }) => type === "text"), ...parts.filter(({ type }) => type !== "text")]
}

/** Words in the place of a picture, in any language: `[…]`, or a link where it lies in the web. */
function isPlaceholder(part: ContentPart): boolean {
  return (
    part.type === "text" &&
    part.file === undefined &&
    /^\[[^[\]\n]{1,100}\](?:\(https?:\/\/[^\s()<>]+\))?$/.test(part.text)
  )
}

function isEmptyFile(part: ContentPart): part is TextPart {
  return part.type === "text" && part.file?.isCut === true && fileTextOf(part) === ""
}

function wordsIn(content: readonly ContentPart[]): string {
  const words = content.filter((part) => part.type === "text" && part.file === undefined && !isPlaceholder(part))
  return asReadNow(words.map((part) => (part.type === "text" ? part.text : "")).join(""))
}
