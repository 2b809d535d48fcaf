import type { ChatEvent } from "../../gateway/chat-event.ts"
import type { Adapter, SseEvent } from "../adapter.ts"
import { failureObject } from "../failure-body.ts"
import { type JsonObject, objectOf, parseJson } from "../../lib/fields.ts"
import { doneMarker } from "../sse.ts"
import { type ChatStream, decodeChunk, decodeEnd, decodeEvent, startStream, unfinished } from "./decode-event.ts"
import { decodeFailure, failureFrom, failureIn } from "./decode-failure.ts"
import { decodeReply } from "./decode-reply.ts"

/**
 * A provider with words of its own, told in OpenAI's: its events become chunks, its replies become replies, and one
 * reader of streams serves them all. `Own` is what must be remembered between events besides.
 */
export interface OpenAiMapping<Own> {
  readonly provider: string
  readonly encodeChat: Adapter<unknown>["encodeChat"]
  readonly unsupportedOption?: Adapter<unknown>["unsupportedOption"]
  readonly uncapped?: true
  readonly own: Own
  /** An event of a stream, as OpenAI would have sent it. */
  chunk(own: Own, event: JsonObject): readonly [Own, JsonObject]
  /** A last chunk, when the stream is over: what was held back. */
  last?(own: Own): JsonObject | undefined
  /** Whether a stream that simply closes has said all. */
  complete?(own: Own): boolean
  reply(json: JsonObject): JsonObject
  /** The failure in an event, a reply or an error body; undefined where there is none. */
  trouble(json: JsonObject): MappedFailure | undefined
}

/** Trouble in the words of OpenAI's `error`. `status`: the HTTP status it comes to where the answer's own was 200. */
export interface MappedFailure {
  readonly message: string
  readonly code?: string | undefined
  readonly type?: string | undefined
  readonly status?: number | undefined
}

export interface MappedState<Own> {
  readonly stream: ChatStream
  readonly own: Own
}

export function viaOpenAi<Own>(mapping: OpenAiMapping<Own>): Adapter<MappedState<Own>> {
  type State = MappedState<Own>
  return {
    provider: mapping.provider,
    encodeChat: mapping.encodeChat,
    ...(mapping.unsupportedOption ? { unsupportedOption: mapping.unsupportedOption } : {}),
    ...(mapping.uncapped ? { uncapped: true } : {}),
    start: () => ({ stream: startStream(), own: mapping.own }),
    decodeEvent: (state, event) => eventOf(mapping, state, event),
    decodeEnd: (state) => {
      const [{ stream, own }, held] = finishing(mapping, state)
      const all = mapping.complete?.(own) === true
      return [...held, ...(all ? decodeEvent(stream, { data: doneMarker })[1] : decodeEnd(stream))]
    },
    unfinished: (state: State) => unfinished(state.stream),
    decodeReply: (json) => {
      const reply = objectOf(json) ?? {}
      const trouble = mapping.trouble(reply)
      if (trouble) return decodeReply({ ...reply, error: trouble })
      return decodeReply(failureIn(reply) ? reply : { ...mapping.reply(reply), ...gatewayFields(reply) })
    },
    decodeFailure: (status, body) => {
      const json = failureObject(body)
      const trouble = json && mapping.trouble(json)
      if (!trouble) return decodeFailure(status, body)
      const told = status >= 400 ? status : (trouble.status ?? status)
      return failureFrom({ ...json, error: trouble }, told)
    },
  }
}

function eventOf<Own>(
  mapping: OpenAiMapping<Own>,
  state: MappedState<Own>,
  event: SseEvent,
): readonly [MappedState<Own>, readonly ChatEvent[]] {
  const done = event.data.trim() === doneMarker
  const json = done ? undefined : objectOf(parseJson(event.data))
  if (done) {
    const [before, held] = finishing(mapping, state)
    const [stream, events] = decodeEvent(before.stream, event)
    return [{ ...before, stream }, [...held, ...events]]
  }
  const trouble = json && mapping.trouble(json)
  if (json && trouble) return read(state, state.own, { ...json, error: trouble })
  if (!json || event.event === "error" || failureIn(json)) {
    const [stream, events] = decodeEvent(state.stream, event)
    return [stream === state.stream ? state : { ...state, stream }, events]
  }
  const [own, chunk] = mapping.chunk(state.own, json)
  return read(state, own, { ...chunk, ...gatewayFields(json) })
}

function finishing<Own>(
  mapping: OpenAiMapping<Own>,
  state: MappedState<Own>,
): readonly [MappedState<Own>, readonly ChatEvent[]] {
  const last = state.stream.ended ? undefined : mapping.last?.(state.own)
  return last ? read(state, state.own, last) : [state, []]
}

function read<Own>(
  state: MappedState<Own>,
  own: Own,
  chunk: JsonObject,
): readonly [MappedState<Own>, readonly ChatEvent[]] {
  const [stream, events] = decodeChunk(state.stream, chunk)
  return [stream === state.stream && own === state.own ? state : { stream, own }, events]
}

/** The fields that our own gateway adds to any provider's answers. */
function gatewayFields(json: JsonObject): JsonObject {
  return json["_meta"] === undefined ? {} : { _meta: json["_meta"] }
}
