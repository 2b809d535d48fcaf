import { type JsonObject, numberOf, objectOf, objectsOf, parseJson, textOf } from "#core/lib/fields.ts"
import { readBytes } from "../../outbound/bounded-reads.ts"
import type { UpstreamReply } from "../../outbound/upstream.ts"

/** A picture no larger than this, in bytes. */
const longestPicture = 32 * 1024 * 1024

/**
 * Reads a reply that is a bare picture into the JSON that it would have been, the rest from its headers. JSON under a
 * wrong type is read as JSON. `onBytes` is called with the size of each piece.
 */
export async function readPicture(reply: UpstreamReply, onBytes: (bytes: number) => void): Promise<string> {
  const bytes = await readBytes(reply.body, longestPicture, onBytes)
  if (typeOf(bytes) === undefined) return bytes.toString()
  const seed = Number(reply.headers["seed"])
  const told: JsonObject = {
    image: bytes.toString("base64"),
    finish_reason: reply.headers["finish-reason"] ?? "SUCCESS",
    ...(Number.isSafeInteger(seed) && { seed }),
  }
  return JSON.stringify(told)
}

/** A picture without the JSON around it, and the seed it was made with. */
export interface PictureByItself {
  readonly bytes: Buffer
  readonly type: string
  readonly seed?: number
}

/** The picture of a reply in Stability's JSON or that of the images API, for who asked for it bare; undefined for any other reply. */
export function pictureIn(reply: string): PictureByItself | undefined {
  const said = objectOf(parseJson(reply))
  const b64 = textOf(said?.["image"]) ?? textOf(objectsOf(said?.["data"])[0]?.["b64_json"])
  const bytes = Buffer.from(b64 ?? "", "base64")
  const type = typeOf(bytes)
  const seed = numberOf(said?.["seed"])
  return type === undefined ? undefined : { bytes, type, ...(Number.isSafeInteger(seed) && { seed }) }
}

/** By its first bytes; undefined for what is no picture that a provider makes. */
function typeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return "image/png"
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg"
  return bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP"
    ? "image/webp"
    : undefined
}
