import type { ChatEvent, FinishReason } from "../../gateway/chat-event.ts"
import { decodeMeta } from "../../ledger/balance-wire.ts"
import type { SseEvent } from "../adapter.ts"
import { type JsonObject, jsonOf, objectOf, objectsOf, parseJson, textOf } from "../json.ts"
import { ending } from "../openai/decode-parts.ts"
import { doneMarker } from "../sse.ts"
import { decodeErrorEvent, failureIn } from "./decode-failure.ts"
import { groundingOf } from "./grounding.ts"
import { addUsage, type ToldUsage, usageOf } from "./usage.ts"

/** What a stream has said so far that later events need. Every step makes a new value. */
export interface ContentStream {
  /** The answer's text: sources are told by its bytes, at the end. */
  readonly text: string
  /** Tool calls told. */
  readonly calls: number
  /** What searches left, as it came. */
  readonly grounding: readonly JsonObject[]
  readonly queries: readonly string[]
  readonly usage: ToldUsage
  readonly reason: FinishReason | undefined
  readonly answered: boolean
  readonly ended: boolean
}

type Step = readonly [ContentStream, readonly ChatEvent[]]

export function startStream(): ContentStream {
  return {
    text: "",
    calls: 0,
    grounding: [],
    queries: [],
    usage: {},
    reason: undefined,
    answered: false,
    ended: false,
  }
}

/** The next event of a Gemini stream. Each is a piece of the reply in the reply's own shape; calls come whole in one. */
export function decodeEvent(state: ContentStream, event: SseEvent): Step {
  if (state.ended) return [state, []]
  if (event.event === "error") return fail(state, [], decodeErrorEvent(event.data))
  if (event.data.trim() === doneMarker) return end(state, state.reason ?? "stop")
  const json = parseJson(event.data)
  const said = objectOf(Array.isArray(json) ? json[0] : json)
  return said ? decodeSaid(state, said) : [state, []]
}

/** The stream closed, as each does: after a finish reason that is a good end; before one, the answer was cut. */
export function decodeEnd(state: ContentStream): readonly ChatEvent[] {
  return end(state, state.reason)[1]
}

/** Calls come whole. */
export function unfinished(): string {
  return ""
}

/** A whole reply; without `alt=sse` a stream is a list of its events. A whole reply was not cut. */
export function decodeReply(json: unknown): readonly ChatEvent[] {
  let state = startStream()
  const events = objectsOf(Array.isArray(json) ? json : [json]).flatMap((said) => {
    const [next, events] = state.ended ? [state, []] : decodeSaid(state, said)
    state = next
    return events
  })
  return [...events, ...end(state, state.reason ?? (state.calls > 0 ? "tool-calls" : "stop"))[1]]
}

function decodeSaid(state: ContentStream, said: JsonObject): Step {
  const candidate = objectsOf(said["candidates"])[0]
  const parts = objectsOf(objectOf(candidate?.["content"])?.["parts"])
  const content = contentEvents(parts, state, textOf(said["responseId"]))
  const metadata = objectOf(candidate?.["groundingMetadata"])
  const fresh = metadata ? groundingOf(metadata, "").queries.filter((query) => !state.queries.includes(query)) : []
  const queries = fresh.length > 0 ? [...state.queries, ...fresh] : state.queries
  const told = addUsage(state.usage, objectOf(said["usageMetadata"]))
  const counted = told ?? (fresh.length > 0 && Object.keys(state.usage).length > 0 ? state.usage : undefined)
  const calls = state.calls + content.filter(({ type }) => type === "tool-call").length
  const next: ContentStream = {
    ...state,
    text: content.reduce((text, event) => (event.type === "text-delta" ? text + event.text : text), state.text),
    calls,
    grounding: metadata ? [...state.grounding, metadata] : state.grounding,
    queries,
    usage: told ?? state.usage,
    reason: finishReason(candidate?.["finishReason"], calls) ?? state.reason,
    answered: state.answered || content.length > 0,
  }
  const balance = said["_meta"] === undefined ? undefined : decodeMeta(said["_meta"])
  const events: readonly ChatEvent[] = [
    ...content,
    ...fresh.map((query) => ({ type: "web-search", search: { id: query, status: "completed", query } }) as const),
    ...(counted ? [{ type: "usage", usage: usageOf(counted, queries.length) } as const] : []),
    ...(balance ? [{ type: "balance", balance } as const] : []),
  ]
  const failure = failureIn(said)
  return failure ? fail(next, events, failure) : [next, events]
}

function contentEvents(parts: readonly JsonObject[], state: ContentStream, response = "call"): readonly ChatEvent[] {
  let { calls } = state
  return parts.flatMap((part): readonly ChatEvent[] => {
    const text = textOf(part["text"])
    if (text) return [{ type: part["thought"] === true ? "reasoning-delta" : "text-delta", text }]
    const call = objectOf(part["functionCall"])
    if (call) {
      const index = calls++
      const signature = textOf(part["thoughtSignature"])
      // Only newer models name their calls. A name of our own must not repeat in a conversation.
      const id = textOf(call["id"]) ?? `${response}_${index}`
      const name = textOf(call["name"]) ?? ""
      return [
        {
          type: "tool-call",
          index,
          call: { id, name, arguments: jsonOf(objectOf(call["args"])), ...(signature && { signature }) },
        },
      ]
    }
    const b64 = textOf(objectOf(part["inlineData"])?.["data"])
    return b64 && part["thought"] !== true ? [{ type: "image", image: { b64 } }] : []
  })
}

function end(state: ContentStream, reason: FinishReason | undefined): Step {
  if (state.ended) return [state, []]
  const sources = state.grounding.flatMap((metadata) => groundingOf(metadata, state.text).citations)
  const each = [...new Map(sources.map((citation) => [citation.url, citation])).values()]
  return [
    { ...state, ended: true },
    [...each.map((citation) => ({ type: "citation", citation }) as const), ending(reason, state.answered)],
  ]
}

function fail(state: ContentStream, events: readonly ChatEvent[], failure: ReturnType<typeof decodeErrorEvent>): Step {
  return [{ ...state, ended: true }, [...events, { type: "failure", failure }]]
}

/** Undefined while running. A reply with calls says STOP like any other; a reason we do not know is a plain stop. */
function finishReason(value: unknown, calls: number): FinishReason | undefined {
  switch (value) {
    case "MAX_TOKENS":
      return "length"
    case "SAFETY":
    case "RECITATION":
    case "LANGUAGE":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
    case "IMAGE_SAFETY":
    case "IMAGE_PROHIBITED_CONTENT":
    case "IMAGE_RECITATION":
      return "content-filter"
    default:
      return textOf(value) === undefined ? undefined : calls > 0 ? "tool-calls" : "stop"
  }
}
