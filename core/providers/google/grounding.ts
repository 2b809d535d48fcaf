import type { Citation } from "../../gateway/chat-event.ts"
import { indexOf, type JsonObject, objectOf, objectsOf, textOf, textsOf } from "../json.ts"

/** What a search left in an answer's metadata. */
export interface Grounding {
  readonly queries: readonly string[]
  readonly citations: readonly Citation[]
}

/** What a source may be; a picture's address is that of the page it is on. */
const kinds = ["web", "maps", "image", "retrievedContext"] as const

/**
 * The searches and sources in a candidate's `groundingMetadata`. Google counts bytes of UTF-8; the positions given here are
 * UTF-16 units of `text`, the answer so far. A source nothing in the text rests on is told without a position.
 */
export function groundingOf(metadata: JsonObject, text: string): Grounding {
  const chunks = (Array.isArray(metadata["groundingChunks"]) ? metadata["groundingChunks"] : []).map(
    (chunk: unknown) => {
      const source = kinds.map((kind) => objectOf(objectOf(chunk)?.[kind])).find((found) => found !== undefined)
      const url = textOf(source?.["uri"]) ?? textOf(source?.["sourceUri"])
      return url === undefined ? undefined : { url, title: textOf(source?.["title"]) ?? "" }
    },
  )
  const places = new Map<number, { readonly start: number; readonly end: number }>()
  for (const support of objectsOf(metadata["groundingSupports"])) {
    const segment = objectOf(support["segment"]) ?? {}
    const end = indexOf(segment["endIndex"])
    const indices = Array.isArray(support["groundingChunkIndices"]) ? support["groundingChunkIndices"] : []
    if (end === undefined) continue
    // A first byte of 0 is left out on the wire, as every 0 is.
    const place = { start: unitsAt(text, indexOf(segment["startIndex"]) ?? 0), end: unitsAt(text, end) }
    for (const index of indices) if (typeof index === "number" && !places.has(index)) places.set(index, place)
  }
  return {
    queries: [...new Set(textsOf(metadata["webSearchQueries"]).filter((query) => query.trim() !== ""))],
    citations: chunks.flatMap((chunk, index) => (chunk ? [{ ...chunk, ...places.get(index) }] : [])),
  }
}

/** How many UTF-16 units the first `bytes` bytes of a text's UTF-8 are; inside a character, its beginning. */
export function unitsAt(text: string, bytes: number): number {
  let units = 0
  let left = bytes
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (left < 0) break
    units += character.length
  }
  return units
}
