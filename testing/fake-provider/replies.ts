import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage, type Usage } from "#core/gateway/usage.ts"
import { objectOf, textOf } from "#core/providers/json.ts"
import { encodeReply, encodeStream, type Envelope } from "#core/providers/openai/encode-events.ts"
import { frame } from "#core/providers/sse.ts"
import { recordedBody, recordedType } from "../recordings.ts"
import { frames } from "../read-stream.ts"
import type { RecordedRequest } from "./fake-provider.ts"
import type { FakeReply, Piece } from "./reply.ts"
import { atOnce, type Timing } from "./timing.ts"
import { placeUsage, type UsagePlace } from "./usage-place.ts"

export interface AnswerOptions {
  readonly timing?: Timing
  /** Where a stream tells its usage; `last` is OpenAI's way. */
  readonly usagePlace?: UsagePlace
  readonly stamped?: boolean
}

export interface TextOptions extends AnswerOptions {
  /** How many pieces the text is streamed in. */
  readonly chunks?: number
  readonly usage?: Partial<Usage>
  readonly finish?: "stop" | "length" | "content-filter"
}

/** A text, streamed or whole as the request asks. */
export function textReply(text: string, options: TextOptions = {}): (request: RecordedRequest) => FakeReply {
  const { chunks = 4, usage = {}, finish = "stop" } = options
  const counted = { ...noUsage, inputUncached: 10, output: Math.ceil(text.length / 4), ...usage }
  return answerReply(
    [
      ...inPieces(text, chunks).map((piece): ChatEvent => ({ type: "text-delta", text: piece })),
      { type: "usage", usage: counted },
      { type: "finish", reason: finish },
    ],
    options,
  )
}

/** Any events, streamed or whole as the request asks. */
export function answerReply(
  events: readonly ChatEvent[],
  { timing = atOnce, usagePlace = "last", stamped = false }: AnswerOptions = {},
): (request: RecordedRequest) => FakeReply {
  return ({ json }) => {
    const envelope = envelopeFor(json)
    const waits = timing()
    if (json["stream"] !== true) {
      return jsonReply(200, encodeReply(envelope, events), { headersAfterMs: waits.next().value })
    }
    const payloads = placeUsage(encodeStream(envelope, events), usagePlace)
    const pieces = payloads.flatMap((payload): Piece[] => {
      const waitMs = waits.next().value
      return [...(waitMs > 0 ? [{ waitMs }] : []), { send: Buffer.from(frame(payload)) }]
    })
    return { status: 200, headers: eventStream, pieces, stamped }
  }
}

/** An error in OpenAI's shape, of a 429 with its `Retry-After` in seconds. */
export function errorReply(
  status: number,
  message: string,
  { code = null, type = "server_error", retryAfter }: { code?: string | null; type?: string; retryAfter?: number } = {},
): FakeReply {
  const reply = jsonReply(status, { error: { message, type, param: null, code } })
  if (retryAfter === undefined) return reply
  return { ...reply, headers: { ...reply.headers, "retry-after": String(retryAfter) } }
}

/** The page of an edge in front of the provider; with 200 it is worse than with 502. */
export function htmlReply(status: number): FakeReply {
  const page = "<!doctype html>\n<html><head><title>Just a moment...</title></head><body>…</body></html>\n"
  return { status, headers: { "content-type": "text/html" }, pieces: [{ send: Buffer.from(page) }] }
}

/** A stream that is closed without an event. */
export function emptyStreamReply(): FakeReply {
  return { status: 200, headers: eventStream, pieces: [] }
}

/** A recording as its server sent it, each SSE event a piece. */
export function recordedReply(file: string, status = 200): FakeReply {
  const body = recordedBody(file)
  const type = recordedType(file)
  const pieces = type === "text/event-stream" ? [...frames(body)].map((send) => ({ send })) : [{ send: body }]
  return { status, headers: { "content-type": type }, pieces }
}

export function jsonReply(status: number, body: object, more: Pick<FakeReply, "headersAfterMs"> = {}): FakeReply {
  const headers = { "content-type": "application/json" }
  return { status, headers, pieces: [{ send: Buffer.from(JSON.stringify(body)) }], ...more }
}

const eventStream = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" }

function envelopeFor(json: RecordedRequest["json"]): Envelope {
  return {
    id: "chatcmpl-fake",
    model: textOf(json["model"]) ?? "fake",
    created: 1_700_000_000,
    includeUsage: objectOf(json["stream_options"])?.["include_usage"] === true,
  }
}

/** The text in about `count` pieces of equal length, characters kept whole. */
function inPieces(text: string, count: number): readonly string[] {
  const characters = [...text]
  const size = Math.max(1, Math.ceil(characters.length / count))
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""))
  return pieces
}
