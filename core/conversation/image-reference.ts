import { imagesOf, type Content } from "../gateway/content.ts"
import type { Message } from "./message.ts"

/** A picture in the browser's store, and how large it will be on screen before it is read. */
export interface StoredImage {
  readonly id: string
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The reference by which a message names a picture of the store; it is replaced by the picture's data only in a
 * request.
 */
export function imageReference({ id, widthPx, heightPx }: StoredImage): string {
  return `nk-image:${id}/${widthPx}x${heightPx}`
}

/** The picture an address names; undefined for any other address. */
export function readImageReference(url: string): StoredImage | undefined {
  const [, id, width, height] = /^nk-image:([\w-]+)\/(\d{1,5})x(\d{1,5})$/.exec(url) ?? []
  return id === undefined ? undefined : { id, widthPx: Number(width), heightPx: Number(height) }
}

/** The ids of the store's pictures that a message names, those of its other versions and of all their questions included. */
export function storedImageIds({
  content,
  versions,
  question = "",
}: Pick<Message, "content" | "versions" | "question">): readonly string[] {
  if (typeof content === "string" && versions === undefined && typeof question === "string") return []
  const others = versions === undefined ? [] : [...versions.before, ...versions.after]
  const contents = [content, question, ...others.flatMap((one) => [one.content, one.question ?? ""])]
  return [...new Set(contents.flatMap(idsIn))]
}

function idsIn(content: Content): readonly string[] {
  return imagesOf(content).flatMap(({ image_url }) => readImageReference(image_url.url)?.id ?? [])
}
