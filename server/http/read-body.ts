import { err, ok, type Result } from "#core/lib/result.ts"
import type { BodySender, LetGo } from "./body-room.ts"
import { boundBroken } from "./json-bounds.ts"
import type { HttpContext } from "./routes.ts"

const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

export type BodyTrouble = "too-large" | "aborted" | "bad-encoding" | "bad-type" | "bad-utf8" | "bad-json" | LetGo

/** A longer body is worked on in steps, between which others have their turn; in bytes. */
const longBody = 256 * 1024
/** Chunks smaller than this are put together as they come: each by itself would take more than its bytes. In bytes. */
const smallChunk = 16 * 1024
/** So many crumbs are no way to send a body. */
const mostCrumbs = 20_000

/**
 * Reads a request's JSON, at most `limitBytes` of it. Only JSON as itself is taken: no content encoding (a small gzip
 * can be a large bomb), no other media type (a form post from another site needs none of our consent), strict UTF-8.
 * `sender`: whose room it takes while it comes; a stranger's, unless it is told.
 */
export async function readJson(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<unknown, BodyTrouble>> {
  const { headers } = c.incoming
  if (Number(headers["content-length"] ?? 0) > limitBytes) return err("too-large")
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") return err("bad-encoding")
  const type = headers["content-type"]
  if (type === undefined || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return err("bad-type")

  const bytes = await readBytes(c, limitBytes, sender)
  if (!bytes.ok) return bytes
  const broken = boundBroken(bytes.value)
  if (broken) return err(broken === "depth" ? "bad-json" : "too-large")
  if (bytes.value.length > longBody) await othersTurn()
  let text: string
  try {
    text = strictUtf8.decode(bytes.value)
  } catch {
    return err("bad-utf8")
  }
  if (bytes.value.length > longBody) await othersTurn()
  try {
    return ok(JSON.parse(text) as unknown)
  } catch {
    return err("bad-json")
  }
}

/** Reads a form of texts, as a list of names and values; a file in it makes it no such form. */
export async function readTextForm(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<readonly (readonly [string, string])[], BodyTrouble>> {
  const { headers } = c.incoming
  if (Number(headers["content-length"] ?? 0) > limitBytes) return err("too-large")
  const type = headers["content-type"] ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) return err("bad-type")
  const bytes = await readBytes(c, limitBytes, sender)
  if (!bytes.ok) return bytes
  try {
    const form = await new Response(new Uint8Array(bytes.value), { headers: { "content-type": type } }).formData()
    const fields: (readonly [string, string])[] = []
    for (const [name, value] of form) {
      if (typeof value !== "string") return err("bad-type")
      fields.push([name, value])
    }
    return ok(fields)
  } catch {
    return err("bad-type")
  }
}

/** Whether a body was so long that what is made of it is better made in steps. */
export function isLong({ incoming }: Pick<HttpContext, "incoming">): boolean {
  const { "content-length": length } = incoming.headers
  return length === undefined || Number(length) > longBody
}

/** Lets everybody else go on for a moment. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

function readBytes(
  { incoming, outgoing, bodies }: HttpContext,
  limitBytes: number,
  sender: BodySender,
): Promise<Result<Buffer, BodyTrouble>> {
  return new Promise((resolve) => {
    const body = createGathering()
    const place = bodies.enter(sender, (why) => end(err(why)))
    let size = 0
    let over = false

    function end(read: Result<Buffer, BodyTrouble>): void {
      if (over) return
      over = true
      place.leave()
      incoming.removeAllListeners("data")
      if (!read.ok) incoming.pause()
      resolve(read)
    }

    if (incoming.headers.expect !== undefined) outgoing.writeContinue()
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > limitBytes) return end(err("too-large"))
      if (!body.add(chunk)) return end(err("slow-body"))
      place.add(chunk.length)
    })
    incoming.once("end", () => end(ok(body.whole())))
    incoming.once("error", () => end(err("aborted")))
    incoming.once("close", () => end(err("aborted")))
  })
}

/** Puts chunks together without keeping the small ones each by itself. */
function createGathering() {
  const parts: Buffer[] = []
  let tail = Buffer.alloc(0)
  let used = 0
  let size = 0
  let crumbs = 0

  function endTail(): void {
    if (used > 0) parts.push(tail.subarray(0, used))
    tail = Buffer.alloc(0)
    used = 0
  }

  return {
    /** False where it comes in crumbs. */
    add(chunk: Buffer): boolean {
      size += chunk.length
      if (chunk.length >= smallChunk || (parts.length === 0 && used === 0)) {
        endTail()
        parts.push(chunk)
        return true
      }
      if (used + chunk.length > tail.length) {
        endTail()
        // As much again as there is: who brings a few bytes takes no more than that.
        tail = Buffer.allocUnsafeSlow(Math.min(Math.max(size, 1024), 4 * smallChunk))
      }
      used += chunk.copy(tail, used)
      crumbs += chunk.length < 64 ? 1 : 0
      return crumbs <= mostCrumbs
    },
    whole(): Buffer {
      endTail()
      const [first] = parts
      return parts.length === 1 && first ? first : Buffer.concat(parts)
    },
  }
}
