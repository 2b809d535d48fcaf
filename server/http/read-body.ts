import { err, ok, type Result } from "#core/lib/result.ts"
import type { FormField } from "#core/providers/form-body.ts"
import type { BodySender, LetGo } from "./body-room.ts"
import { fileIn } from "./form-file.ts"
import { boundaryOf, isFormOutOfBounds } from "./form-bounds.ts"
import { boundBroken } from "./json-bounds.ts"
import type { HttpContext } from "./routes.ts"
import { othersTurn } from "./turns.ts"

const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

export type BodyTrouble = "too-large" | "aborted" | "bad-encoding" | "bad-type" | "bad-utf8" | "bad-json" | LetGo

/** A longer body is worked on in steps, between which others have their turn; in bytes. */
const longBody = 256 * 1024

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

/** Reads a body as it comes, at most `limitBytes` of it; only what is packed is refused. */
export async function readRaw(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<Buffer, BodyTrouble>> {
  const { headers } = c.incoming
  if (Number(headers["content-length"] ?? 0) > limitBytes) return err("too-large")
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") return err("bad-encoding")
  return readBytes(c, limitBytes, sender)
}

/** Reads a form of texts, as a list of names and values; a file in it makes it no such form. */
export async function readTextForm(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<readonly (readonly [string, string])[], BodyTrouble>> {
  const form = await readForm(c, limitBytes, sender)
  if (!form.ok) return form
  const fields: (readonly [string, string])[] = []
  for (const [name, value] of form.value) {
    if (typeof value !== "string") return err("bad-type")
    fields.push([name, value])
  }
  return ok(fields)
}

/** Reads a form of texts and files, as a list of names and values in their order. */
export async function readMixedForm(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<readonly FormField[], BodyTrouble>> {
  const form = await readForm(c, limitBytes, sender)
  if (!form.ok) return form
  const fields: FormField[] = []
  for (const [name, value] of form.value) {
    if (typeof value === "string") fields.push([name, value])
    else fields.push([name, { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) }])
  }
  return ok(fields)
}

async function readForm(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender,
): Promise<Result<FormData, BodyTrouble>> {
  const form = await readFormBytes(c, limitBytes, sender)
  if (!form.ok) return form
  const { bytes, boundary } = form.value
  // The boundary that was counted is the one that is read, whatever else the type says.
  const counted = { "content-type": `multipart/form-data; boundary="${boundary}"` }
  try {
    return ok(await new Response(new Uint8Array(bytes), { headers: counted }).formData())
  } catch {
    return err("bad-type")
  }
}

/** Reads a form that is within bounds, as it came. */
async function readFormBytes(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender,
): Promise<Result<{ readonly bytes: Buffer; readonly boundary: string }, BodyTrouble>> {
  const { headers } = c.incoming
  if (Number(headers["content-length"] ?? 0) > limitBytes) return err("too-large")
  const type = headers["content-type"] ?? ""
  const boundary = /^multipart\/form-data\s*;/i.test(type) ? boundaryOf(type) : undefined
  if (boundary === undefined) return err("bad-type")
  const bytes = await readBytes(c, limitBytes, sender)
  if (!bytes.ok) return bytes
  return isFormOutOfBounds(bytes.value, boundary) ? err("too-large") : ok({ bytes: bytes.value, boundary })
}

/** Reads a text, whatever its media type is called; strict UTF-8, no encoding. */
export async function readText(
  c: HttpContext,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<string, BodyTrouble>> {
  const { headers } = c.incoming
  if (Number(headers["content-length"] ?? 0) > limitBytes) return err("too-large")
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") return err("bad-encoding")
  const bytes = await readBytes(c, limitBytes, sender)
  if (!bytes.ok) return bytes
  try {
    return ok(strictUtf8.decode(bytes.value))
  } catch {
    return err("bad-utf8")
  }
}

/** Reads the one file of a form, under a name; other fields are not looked at, and nothing is copied. */
export async function readFormFile(
  c: HttpContext,
  field: string,
  limitBytes: number,
  sender: BodySender = c,
): Promise<Result<Buffer, BodyTrouble>> {
  const form = await readFormBytes(c, limitBytes, sender)
  if (!form.ok) return form
  const file = fileIn(form.value.bytes, form.value.boundary, field)
  return file === undefined ? err("bad-type") : ok(file)
}

/** Whether a body that was read is so long that what is made of it is better made in steps. */
export function isLong({ body }: Pick<HttpContext, "body">): boolean {
  return body.size() > longBody
}

function readBytes(
  { incoming, outgoing, body, bodies }: HttpContext,
  limitBytes: number,
  sender: BodySender,
): Promise<Result<Buffer, BodyTrouble>> {
  // A short body is there before it is asked for, and needs no room to wait in.
  if (body.isWhole()) {
    const bytes = body.take()
    return Promise.resolve(bytes.length > limitBytes ? err("too-large") : ok(bytes))
  }
  return new Promise((resolve) => {
    const place = bodies.enter(sender, (why) => refuse(why))
    let size = 0
    let over = false

    function end(read: Result<Buffer, BodyTrouble>): void {
      over = true
      place.leave()
      resolve(read)
    }

    function refuse(trouble: BodyTrouble): void {
      if (over) return
      body.drop()
      end(err(trouble))
    }

    if (incoming.headers.expect !== undefined) outgoing.writeContinue()
    body.read({
      onBytes(bytes) {
        if (over) return
        size += bytes
        if (size > limitBytes) refuse("too-large")
        else place.add(bytes)
      },
      onEnd() {
        if (!over) end(ok(body.take()))
      },
      onBroken: () => refuse("aborted"),
    })
  })
}
