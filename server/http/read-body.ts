import type { IncomingMessage } from "node:http"
import { err, ok, type Result } from "#core/lib/result.ts"

const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

export type BodyTrouble = "too-large" | "aborted" | "bad-encoding" | "bad-type" | "bad-utf8" | "bad-json"

/**
 * Reads a request's JSON, at most `limitBytes` of it. Only JSON as itself is taken: no content encoding (a small gzip
 * can be a large bomb), no other media type (a form post from another site needs none of our consent), strict UTF-8.
 */
export async function readJson(incoming: IncomingMessage, limitBytes: number): Promise<Result<unknown, BodyTrouble>> {
  if (Number(incoming.headers["content-length"] ?? 0) > limitBytes) return refuse(incoming, "too-large")
  const encoding = incoming.headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") return refuse(incoming, "bad-encoding")
  const type = incoming.headers["content-type"]
  if (type === undefined || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return refuse(incoming, "bad-type")

  const bytes = await readBytes(incoming, limitBytes)
  if (!bytes.ok) return bytes
  let text: string
  try {
    text = strictUtf8.decode(bytes.value)
  } catch {
    return err("bad-utf8")
  }
  try {
    return ok(JSON.parse(text) as unknown)
  } catch {
    return err("bad-json")
  }
}

/** Reads a form of texts, as a list of names and values; a file in it makes it no such form. */
export async function readTextForm(
  incoming: IncomingMessage,
  limitBytes: number,
): Promise<Result<readonly (readonly [string, string])[], BodyTrouble>> {
  if (Number(incoming.headers["content-length"] ?? 0) > limitBytes) return refuse(incoming, "too-large")
  const type = incoming.headers["content-type"] ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) return refuse(incoming, "bad-type")
  const bytes = await readBytes(incoming, limitBytes)
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

function readBytes(incoming: IncomingMessage, limitBytes: number): Promise<Result<Buffer, BodyTrouble>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else resolve(refuse(incoming, "too-large"))
    })
    incoming.once("end", () => resolve(ok(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))))
    incoming.once("error", () => resolve(err("aborted")))
    incoming.once("close", () => resolve(err("aborted")))
  })
}

/** Lets what is still coming run into the void, so that the client can read the answer instead of a broken pipe. */
function refuse(incoming: IncomingMessage, trouble: BodyTrouble): Result<never, BodyTrouble> {
  incoming.removeAllListeners("data")
  incoming.resume()
  return err(trouble)
}
