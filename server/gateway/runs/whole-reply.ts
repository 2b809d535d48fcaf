import { objectOf, parseJson, textOf } from "#core/providers/json.ts"
import { mediaType } from "../upstream/media-type.ts"

/** The body of a reply that is not streamed: JSON, or a file as it came. What it is stands beside it, never in it. */
export type WholeReply =
  | { readonly kind: "json"; readonly json: string }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly type: string }

/** What it takes, in bytes of memory. */
export function sizeOfReply(reply: WholeReply): number {
  return reply.kind === "json" ? reply.json.length : reply.bytes.length
}

/** As it is kept: a line that says what it is, then the rest. */
export function encodeReply(reply: WholeReply): string {
  return reply.kind === "json" ? `json\n${reply.json}` : `file ${reply.type}\n${reply.bytes.toString("base64")}`
}

/** A kept reply. Rows of earlier versions have no first line; in those, and only in those, a mark inside tells sound. */
export function decodeReply(kept: string): WholeReply {
  const end = kept.indexOf("\n", 0)
  const head = kept.slice(0, Math.max(0, end))
  if (head === "json") return { kind: "json", json: kept.slice(end + 1) }
  if (head.startsWith("file ")) {
    const type = mediaType(head.slice("file ".length)) ?? unknownType
    return { kind: "file", type, bytes: Buffer.from(kept.slice(end + 1), "base64") }
  }
  return kept.startsWith('{"$sound":') ? earlierSound(kept) : { kind: "json", json: kept }
}

const unknownType = "application/octet-stream"

function earlierSound(json: string): WholeReply {
  const said = objectOf(parseJson(json))
  const bytes = Buffer.from(textOf(said?.["$sound"]) ?? "", "base64")
  return { kind: "file", bytes, type: mediaType(textOf(said?.["type"]) ?? "") ?? unknownType }
}
