import { objectOf, parseJson, textOf } from "#core/lib/fields.ts"
import { mediaType } from "./media-type.ts"

/**
 * The body of a reply that is not streamed: JSON, or a file as it came. What it is stands beside it, never in it. It is kept
 * as the bytes that are sent, so that however many wait for it, it is there once.
 */
export type WholeReply =
  | { readonly kind: "json"; readonly bytes: Buffer }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly type: string }

export function jsonWhole(json: string): WholeReply {
  return { kind: "json", bytes: Buffer.from(json) }
}

/** Adds a field to a reply of JSON (of a list, to its last object), leaving every other byte as it came; a file has no place for one. */
export function withFieldIn(reply: WholeReply, name: string, value: unknown): WholeReply {
  if (reply.kind === "file") return reply
  const { bytes } = reply
  const end = bytes.lastIndexOf("}")
  let last = end - 1
  while (blanks.includes(bytes[last] ?? 0)) last -= 1
  const comma = bytes[last] === openBrace ? "" : ","
  const field = `${comma}${JSON.stringify(name)}:${JSON.stringify(value)}}`
  const size = Buffer.byteLength(field)
  const longer = Buffer.allocUnsafe(bytes.length - 1 + size)
  bytes.copy(longer, 0, 0, end)
  longer.write(field, end)
  bytes.copy(longer, end + size, end + 1)
  return { kind: "json", bytes: longer }
}

const openBrace = 0x7b
const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d]

/**
 * As it is kept: a line that says what it is, then the rest. `isBare`: as its provider sent it, before its end was known; what
 * the end adds to it is added when it is read again (`isKeptBare`).
 */
export function encodeReply(reply: WholeReply, { isBare = false } = {}): Buffer {
  if (reply.kind === "json") return Buffer.concat([Buffer.from(isBare ? "bare\n" : "json\n"), reply.bytes])
  return Buffer.from(`file ${reply.type}\n${reply.bytes.toString("base64")}`)
}

/** A kept reply. Rows of earlier versions have no first line; in those, and only in those, a mark inside tells sound. */
export function decodeReply(kept: string): WholeReply {
  const end = kept.indexOf("\n", 0)
  const head = kept.slice(0, Math.max(0, end))
  if (head === "json" || head === "bare") return jsonWhole(kept.slice(end + 1))
  if (head.startsWith("file ")) {
    const type = mediaType(head.slice("file ".length)) ?? unknownType
    return { kind: "file", type, bytes: Buffer.from(kept.slice(end + 1), "base64") }
  }
  return kept.startsWith('{"$sound":') ? earlierSound(kept) : jsonWhole(kept)
}

export function isKeptBare(kept: string): boolean {
  return kept.startsWith("bare\n")
}

const unknownType = "application/octet-stream"

function earlierSound(json: string): WholeReply {
  const said = objectOf(parseJson(json))
  const bytes = Buffer.from(textOf(said?.["$sound"]) ?? "", "base64")
  return { kind: "file", bytes, type: mediaType(textOf(said?.["type"]) ?? "") ?? unknownType }
}
