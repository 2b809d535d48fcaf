import type { ChatEvent, GeneratedImage } from "#core/gateway/chat-event.ts"
import { type JsonObject, numberOf, objectOf, objectsOf, parseJson, textOf } from "#core/lib/fields.ts"
import { readBytes } from "../../outbound/bounded-reads.ts"
import type { UpstreamReply } from "../../outbound/upstream.ts"

/** A picture no larger than this, in bytes. */
export const longestPicture = 32 * 1024 * 1024

/**
 * Reads a reply that is a bare picture into the JSON that it would have been, the rest from its headers. JSON under a
 * wrong type is read as JSON. `onBytes` is called with the size of each piece.
 */
export async function readPicture(reply: UpstreamReply, onBytes: (bytes: number) => void): Promise<string> {
  const bytes = await readBytes(reply.body, longestPicture, onBytes)
  if (typeOfPicture(bytes) === undefined) return bytes.toString()
  const seed = Number(reply.headers["seed"])
  const told: JsonObject = {
    image: bytes.toString("base64"),
    finish_reason: reply.headers["finish-reason"] ?? "SUCCESS",
    ...(Number.isSafeInteger(seed) && { seed }),
  }
  return JSON.stringify(told)
}

/**
 * A reply with its pictures as bare base64, as both images APIs have them: some compatible servers write `data:` addresses.
 * The same object where there are none.
 */
export function withBarePictures(reply: JsonObject): JsonObject {
  const whole = bare(reply, "image")
  const data = objectsOf(reply["data"])
  const bared = data.map((one) => unlinked(bare(one, "b64_json")))
  return bared.every((one, at) => one === data[at]) ? whole : { ...whole, data: bared }
}

function bare(object: JsonObject, field: "image" | "b64_json"): JsonObject {
  const b64 = base64In(object[field])
  return b64 === undefined ? object : { ...object, [field]: b64 }
}

/** The same of a picture whose address is the picture. */
function unlinked(object: JsonObject): JsonObject {
  const { url, ...others } = object
  const b64 = base64In(url)
  return b64 === undefined ? object : { ...others, b64_json: b64 }
}

function base64In(address: unknown): string | undefined {
  const [, b64] = /^data:[^,]{0,100};base64,(.*)$/s.exec(textOf(address) ?? "") ?? []
  return b64
}

/**
 * The events of a reply to a call for a picture. Where what came as one is none, nobody can look at it: its provider has answered
 * nothing.
 */
export function seenAsPictures(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const isBroken = events.some((event) => event.type === "image" && !isPicture(event.image))
  return isBroken ? [{ type: "failure", failure: { kind: "empty-answer" } }] : events
}

/** Whether it begins as a picture does, or lies at an address of the web. */
function isPicture({ b64, url }: GeneratedImage): boolean {
  if (b64 === undefined) return /^https?:/i.test(url ?? "")
  return typeOfPicture(Buffer.from(b64.slice(0, longestHead), "base64")) !== undefined
}

/** As much base64 as tells what a picture is, in characters. */
const longestHead = 64

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
  const type = typeOfPicture(bytes)
  const seed = numberOf(said?.["seed"])
  return type === undefined ? undefined : { bytes, type, ...(Number.isSafeInteger(seed) && { seed }) }
}

/** By its first bytes; undefined for what is no picture that a browser shows and a provider makes. */
export function typeOfPicture(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return "image/png"
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg"
  const [first, second, third] = [0, 4, 8].map((at) => bytes.subarray(at, at + 4).toString("latin1"))
  if (first === "RIFF" && third === "WEBP") return "image/webp"
  if (first === "GIF8") return "image/gif"
  return second === "ftyp" && (third === "avif" || third === "avis") ? "image/avif" : undefined
}
