import type { Citation } from "../../gateway/chat-event.ts"
import { mostKept } from "../answer-limits.ts"
import { indexOf, type JsonObject, objectOf, objectsOf, textOf, textsOf } from "../../lib/fields.ts"

/** The metadata that a search adds to an answer. */
export interface Grounding {
  readonly queries: readonly string[]
  readonly citations: readonly Citation[]
}

/** The kinds of sources; a picture's address is that of its page. */
const kinds = ["web", "maps", "image", "retrievedContext"] as const

/**
 * The searches and sources in a candidate's `groundingMetadata`. Google counts bytes of UTF-8; the positions given here
 * are UTF-16 units of `text`, the answer so far. A source that no text refers to has no position.
 */
export function groundingOf(metadata: JsonObject, text: string): Grounding {
  const chunks = (Array.isArray(metadata["groundingChunks"]) ? metadata["groundingChunks"] : []).map(
    (chunk: unknown) => {
      const source = kinds.map((kind) => objectOf(objectOf(chunk)?.[kind])).find((found) => found !== undefined)
      const url = textOf(source?.["uri"]) ?? textOf(source?.["sourceUri"])
      return url === undefined ? undefined : { url, title: textOf(source?.["title"]) ?? "" }
    },
  )
  const supports = objectsOf(metadata["groundingSupports"]).slice(0, mostKept)
  const units = unitsIn(
    text,
    supports.flatMap(({ segment }) => [objectOf(segment)?.["startIndex"], objectOf(segment)?.["endIndex"]]),
  )
  const places = new Map<number, { readonly start: number; readonly end: number }>()
  for (const support of supports) {
    const segment = objectOf(support["segment"]) ?? {}
    const end = indexOf(segment["endIndex"])
    const indices = Array.isArray(support["groundingChunkIndices"]) ? support["groundingChunkIndices"] : []
    if (end === undefined) continue
    // A first byte of 0 is left out on the wire, as every 0 is.
    const place = { start: units.get(indexOf(segment["startIndex"]) ?? 0) ?? 0, end: units.get(end) ?? 0 }
    for (const index of indices) if (typeof index === "number" && !places.has(index)) places.set(index, place)
  }
  return {
    queries: [...new Set(textsOf(metadata["webSearchQueries"]).filter((query) => query.trim() !== ""))],
    citations: chunks.flatMap((chunk, index) => (chunk ? [{ ...chunk, ...places.get(index) }] : [])),
  }
}

/**
 * How many UTF-16 units the first so many bytes of a text's UTF-8 are, for all places in one walk; inside a character, its
 * beginning. A position that cannot be read is left out.
 */
export function unitsIn(text: string, places: readonly unknown[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(places.flatMap((place) => indexOf(place) ?? []))].sort((one, other) => one - other)
  const found = new Map<number, number>()
  let units = 0
  let bytes = 0
  let next = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    for (let place = sorted[next]; place !== undefined && place < bytes; place = sorted[++next]) found.set(place, units)
    if (next === sorted.length) return found
    units += character.length
  }
  for (const place of sorted.slice(next)) found.set(place, units)
  return found
}
