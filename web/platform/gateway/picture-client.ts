import type { Failure } from "#core/gateway/failure.ts"
import { parseJson, objectOf, objectsOf, textOf } from "#core/lib/fields.ts"
import { decodeMeta } from "#core/ledger/balance-wire.ts"
import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import type { BodyField, DrawingProvider } from "#core/imagegen/drawing.ts"
import { takesForm } from "#core/imagegen/drawing-request.ts"
import { meaningOf } from "#core/imagegen/picture-refusal.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { stabilityAdapter } from "#core/providers/stability/adapter.ts"
import { decodeGenerated } from "#core/providers/stability/decode-reply.ts"
import { blobOfBase64 } from "./base64-blob.ts"
import type { Headers } from "./run-client.ts"
import { atServer } from "./server-address.ts"

/** A call for a picture. */
export interface PictureCall {
  readonly provider: DrawingProvider
  readonly path: string
  readonly body: readonly BodyField[]
  readonly key: string
  readonly headers: Headers
  readonly signal: AbortSignal
}

/** A picture as it came. */
export interface DrawnPicture {
  readonly blob: Blob
  readonly runId?: string
  readonly seed?: number
  readonly balance?: BalanceAfter
}

export type PictureReply =
  | { readonly picture: DrawnPicture }
  | { readonly failure: Failure }
  /** It was made, and cannot be fetched from where it lies, or not be read. */
  | { readonly unread: Pick<DrawnPicture, "runId" | "balance"> }
  /** No reply of the server's came, or not all of it: the server may have received the call. */
  | "lost"

/** A whole picture takes as long as its provider does; a connection that brings nothing for longer, in ms, is dead. */
const longestWaitMs = 320_000

/** Asks for a picture. The same key attaches to the call that was made under it before, or brings its picture again. */
export async function askForPicture(call: PictureCall): Promise<PictureReply> {
  const { path, key, headers, signal, provider } = call
  // Older browsers have no `AbortSignal.any`.
  const patience = new AbortController()
  const giveUp = () => patience.abort()
  const timer = setTimeout(giveUp, longestWaitMs)
  signal.addEventListener("abort", giveUp)
  if (signal.aborted) giveUp()
  try {
    const reply = await fetch(atServer(path), {
      method: "POST",
      headers: { ...headers, ...typeOf(call), accept: "image/*", "idempotency-key": key },
      body: bodyOf(call),
      signal: patience.signal,
    })
    if (!reply.ok) return await refusalIn(reply, provider)
    const runId = reply.headers.get("x-run-id") ?? undefined
    const told = { ...(runId !== undefined && { runId }) }
    if ((reply.headers.get("content-type") ?? "").startsWith("image/")) {
      const seed = Number(reply.headers.get("x-picture-seed") ?? Number.NaN)
      const balance = decodeMeta(parseJson(reply.headers.get("x-run-meta") ?? ""))
      const blob = await reply.blob()
      return { picture: { ...told, blob, ...(Number.isSafeInteger(seed) && { seed }), ...(balance && { balance }) } }
    }
    return await pictureInJson(await reply.text(), told, headers)
  } catch {
    return "lost"
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", giveUp)
  }
}

async function refusalIn(reply: Response, provider: DrawingProvider): Promise<PictureReply> {
  const { status, headers } = reply
  const adapter = takesForm(provider) ? stabilityAdapter : openAiAdapter
  const failure = adapter.decodeFailure(status, await reply.text())
  const seconds = Number(headers.get("retry-after") ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined
  const meant = meaningOf({ status, failure, namesRun: headers.has("x-run-id"), retryAfterMs })
  return meant === "lost" ? meant : { failure: meant }
}

/** What else a provider may say: the picture as base64, or an address at which it lies for an hour. */
async function pictureInJson(text: string, told: Pick<DrawnPicture, "runId">, headers: Headers): Promise<PictureReply> {
  const json = objectOf(parseJson(text))
  // Without a run it is no reply of the server's: the page of a network that wants a login first.
  if (json === undefined) return told.runId === undefined ? "lost" : { unread: told }
  const balance = decodeMeta(json["_meta"])
  const more = { ...told, ...(balance && { balance }) }
  const generated = decodeGenerated(json)
  if (generated.ok) {
    const { b64, seed } = generated.value
    return pictureInBase64(b64, { ...more, ...(seed !== undefined && { seed }) })
  }
  const [first] = objectsOf(json["data"])
  const b64 = textOf(first?.["b64_json"])
  if (b64 !== undefined) return pictureInBase64(b64, more)
  const url = textOf(first?.["url"])
  if (url === undefined) return { failure: generated.error }
  const fetched = await fetch(atServer(`/api/image?url=${encodeURIComponent(url)}`), { headers })
  if (fetched.ok) return { picture: { ...more, blob: await fetched.blob() } }
  const { status } = fetched
  const isGone = textOf(objectOf(parseJson(await fetched.text()))?.["code"]) === "image_unavailable"
  // A server that is busy or restarts brings it a little later, under the same key.
  return !isGone && (status === 429 || status >= 500) ? "lost" : { unread: more }
}

/** Broken base64 came whole over the line: under the same key it comes again. */
function pictureInBase64(b64: string, more: Omit<DrawnPicture, "blob">): PictureReply {
  try {
    return { picture: { ...more, blob: blobOfBase64(b64) } }
  } catch {
    return { unread: more }
  }
}

function typeOf({ provider }: PictureCall): Headers {
  // A form's type holds its boundary: the browser writes it.
  return takesForm(provider) ? {} : { "content-type": "application/json" }
}

function bodyOf({ provider, body }: PictureCall): FormData | string {
  if (!takesForm(provider)) return JSON.stringify(Object.fromEntries(body))
  const form = new FormData()
  for (const [name, value] of body) form.append(name, String(value))
  return form
}
