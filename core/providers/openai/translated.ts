import type { ChatEvent } from "../../gateway/chat-event.ts"
import type { Adapter, SseEvent } from "../adapter.ts"
import { failureObject } from "../failure-body.ts"
import { type JsonObject, objectOf, parseJson } from "../json.ts"
import { doneMarker } from "../sse.ts"
import { type ChatStream, decodeChunk, decodeEnd, decodeEvent, startStream, unfinished } from "./decode-event.ts"
import { decodeFailure, failureFrom, failureIn } from "./decode-failure.ts"
import { decodeReply } from "./decode-reply.ts"

/**
 * A provider with words of its own, told in OpenAI's: its events become chunks, its replies become replies, and one
 * reader of streams serves them all. `Own` is what must be remembered between events besides.
 */
export interface Dialect<Own> {
  readonly provider: string
  readonly encodeChat: Adapter<unknown>["encodeChat"]
  readonly lacks?: Adapter<unknown>["lacks"]
  readonly uncapped?: true
  readonly own: Own
  /** An event of a stream, as OpenAI would have sent it. */
  chunk(own: Own, event: JsonObject): readonly [Own, JsonObject]
  /** A last chunk, when the stream is over: what was held back. */
  last?(own: Own): JsonObject | undefined
  /** Whether a stream that simply closes has said all. */
  complete?(own: Own): boolean
  reply(json: JsonObject): JsonObject
  /** The trouble an event, a reply or an error body tells; undefined where it tells none. */
  trouble(json: JsonObject): Trouble | undefined
}

/** Trouble in the words of OpenAI's `error`. `status`: the HTTP status it comes to where the answer's own was 200. */
export interface Trouble {
  readonly message: string
  readonly code?: string | undefined
  readonly type?: string | undefined
  readonly status?: number | undefined
}

export interface Translated<Own> {
  readonly stream: ChatStream
  readonly own: Own
}

export function translated<Own>(dialect: Dialect<Own>): Adapter<Translated<Own>> {
  type State = Translated<Own>
  return {
    provider: dialect.provider,
    encodeChat: dialect.encodeChat,
    ...(dialect.lacks ? { lacks: dialect.lacks } : {}),
    ...(dialect.uncapped ? { uncapped: true } : {}),
    start: () => ({ stream: startStream(), own: dialect.own }),
    decodeEvent: (state, event) => eventOf(dialect, state, event),
    decodeEnd: (state) => {
      const [{ stream, own }, held] = finishing(dialect, state)
      const all = dialect.complete?.(own) === true
      return [...held, ...(all ? decodeEvent(stream, { data: doneMarker })[1] : decodeEnd(stream))]
    },
    unfinished: (state: State) => unfinished(state.stream),
    decodeReply: (json) => {
      const reply = objectOf(json) ?? {}
      const trouble = dialect.trouble(reply)
      if (trouble) return decodeReply({ ...reply, error: trouble })
      return decodeReply(failureIn(reply) ? reply : { ...dialect.reply(reply), ...gatewayFields(reply) })
    },
    decodeFailure: (status, body) => {
      const json = failureObject(body)
      const trouble = json && dialect.trouble(json)
      if (!trouble) return decodeFailure(status, body)
      const told = status >= 400 ? status : (trouble.status ?? status)
      return failureFrom({ ...json, error: trouble }, told)
    },
  }
}

function eventOf<Own>(
  dialect: Dialect<Own>,
  state: Translated<Own>,
  event: SseEvent,
): readonly [Translated<Own>, readonly ChatEvent[]] {
  const done = event.data.trim() === doneMarker
  const json = done ? undefined : objectOf(parseJson(event.data))
  if (done) {
    const [before, held] = finishing(dialect, state)
    const [stream, events] = decodeEvent(before.stream, event)
    return [{ ...before, stream }, [...held, ...events]]
  }
  const trouble = json && dialect.trouble(json)
  if (json && trouble) return read(state, state.own, { ...json, error: trouble })
  if (!json || event.event === "error" || failureIn(json)) {
    const [stream, events] = decodeEvent(state.stream, event)
    return [stream === state.stream ? state : { ...state, stream }, events]
  }
  const [own, chunk] = dialect.chunk(state.own, json)
  return read(state, own, { ...chunk, ...gatewayFields(json) })
}

function finishing<Own>(
  dialect: Dialect<Own>,
  state: Translated<Own>,
): readonly [Translated<Own>, readonly ChatEvent[]] {
  const last = state.stream.ended ? undefined : dialect.last?.(state.own)
  return last ? read(state, state.own, last) : [state, []]
}

function read<Own>(
  state: Translated<Own>,
  own: Own,
  chunk: JsonObject,
): readonly [Translated<Own>, readonly ChatEvent[]] {
  const [stream, events] = decodeChunk(state.stream, chunk)
  return [stream === state.stream && own === state.own ? state : { stream, own }, events]
}

/** What our own gateway adds to any provider's answers. */
function gatewayFields(json: JsonObject): JsonObject {
  return json["_meta"] === undefined ? {} : { _meta: json["_meta"] }
}
