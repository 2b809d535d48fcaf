import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage, type Usage } from "#core/gateway/usage.ts"
import { textOf } from "#core/lib/fields.ts"
import { frame } from "#core/providers/sse.ts"
import { frames } from "../read-stream.ts"
import type { WireFile } from "../wire-file.ts"
import type { RecordedRequest } from "./fake-provider.ts"
import type { FakeReply, Piece } from "./reply.ts"
import { atOnce, type Timing } from "./timing.ts"
import { placeUsage, type UsagePlace } from "./usage-place.ts"
import type { FakeFrame } from "./wires/fake-wire.ts"
import { asksStream, wireOf } from "./wires/wire-of.ts"

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

/**
 * Any events, in the words of the provider that was asked, streamed or whole as the request asks. Without a `finish` the
 * stream never says that it is done.
 */
export function answerReply(
  events: readonly ChatEvent[],
  { timing = atOnce, usagePlace = "last", stamped = false }: AnswerOptions = {},
): (request: RecordedRequest) => FakeReply {
  return (request) => {
    const asked = { model: textOf(request.json["model"]) ?? "fake", json: request.json }
    const wire = wireOf(request)
    const waits = timing()
    if (!asksStream(request)) {
      return jsonReply(200, wire.reply(events, asked), { headersAfterMs: waits.next().value })
    }
    const pieces = placedUsage(wire.stream(events, asked), usagePlace).flatMap((frame): Piece[] => {
      const waitMs = waits.next().value
      return [...(waitMs > 0 ? [{ waitMs }] : []), { send: Buffer.from(framed(frame)) }]
    })
    return { status: 200, headers: eventStream, pieces, stamped }
  }
}

/** A refusal in the words of the provider that was asked; some send theirs with status 200. */
export function refusalReply(
  status: number,
  { message = "", code, inOk = false }: { message?: string; code?: string; inOk?: boolean } = {},
): (request: RecordedRequest) => FakeReply {
  const failure = { kind: "upstream", status, message, ...(code === undefined ? {} : { code }) } as const
  return (request) => jsonReply(inOk ? 200 : status, wireOf(request).failure(failure))
}

function placedUsage(stream: readonly FakeFrame[], place: UsagePlace): readonly FakeFrame[] {
  if (place === "last") return stream
  return placeUsage(
    stream.map(({ data }) => data),
    place,
  ).map((data) => ({ data }))
}

function framed({ event, data }: FakeFrame): string {
  return event === undefined ? frame(data) : `event: ${event}\n${frame(data)}`
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

/** A file as its server sent it, each SSE event a piece. */
export function fileReply(file: WireFile, status = 200): FakeReply {
  const body = file.read()
  const pieces = file.type === "text/event-stream" ? [...frames(body)].map((send) => ({ send })) : [{ send: body }]
  return { status, headers: { "content-type": file.type }, pieces }
}

export function jsonReply(status: number, body: object, more: Pick<FakeReply, "headersAfterMs"> = {}): FakeReply {
  const headers = { "content-type": "application/json" }
  return { status, headers, pieces: [{ send: Buffer.from(JSON.stringify(body)) }], ...more }
}

const eventStream = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" }

/** The text in about `count` pieces of equal length, characters kept whole. */
function inPieces(text: string, count: number): readonly string[] {
  const characters = [...text]
  const size = Math.max(1, Math.ceil(characters.length / count))
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""))
  return pieces
}
