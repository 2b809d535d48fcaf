import type { ChatEvent, FinishReason } from "../../gateway/chat-event.ts"
import { decodeMeta } from "../../ledger/balance-wire.ts"
import type { SseEvent } from "../adapter.ts"
import { mostGroundings, mostKept } from "../answer-limits.ts"
import { type JsonObject, jsonOf, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { ending, reasonWith } from "../openai/decode-parts.ts"
import { doneMarker } from "../sse.ts"
import { callStep, type OpenCall } from "./call-pieces.ts"
import { decodeErrorEvent, failureIn } from "./decode-failure.ts"
import { groundingOf } from "./grounding.ts"
import { addUsage, type ToldUsage, usageOf } from "./usage.ts"

/** The parts of a stream so far that later events need. Every step makes a new value. */
export interface ContentStream {
  /** The answer's text: sources refer to its bytes, at the end. */
  readonly text: string
  /** Tool calls told, and the one that goes on. */
  readonly calls: number
  readonly open: OpenCall | undefined
  /** The metadata of searches, as received. */
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
    open: undefined,
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

export function unfinished({ open }: ContentStream): string {
  return open ? open.name + jsonOf(open.args) : ""
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
  const [open, content] = contentEvents(parts, state, textOf(said["responseId"]))
  const metadata = objectOf(candidate?.["groundingMetadata"])
  const known = new Set(state.queries)
  const fresh = metadata
    ? groundingOf(metadata, "")
        .queries.filter((query) => !known.has(query))
        .slice(0, mostKept - known.size)
    : []
  const queries = fresh.length > 0 ? [...state.queries, ...fresh] : state.queries
  const told = addUsage(state.usage, objectOf(said["usageMetadata"]))
  const counted = told ?? (fresh.length > 0 && Object.keys(state.usage).length > 0 ? state.usage : undefined)
  const calls = state.calls + content.filter(({ type }) => type === "tool-call").length
  const next: ContentStream = {
    ...state,
    text: content.reduce((text, event) => (event.type === "text-delta" ? text + event.text : text), state.text),
    calls,
    open,
    grounding: metadata ? [...state.grounding, metadata].slice(-mostGroundings) : state.grounding,
    queries,
    usage: told ?? state.usage,
    reason: finishReason(candidate?.["finishReason"], calls) ?? state.reason,
    answered: state.answered || content.length > 0 || open !== undefined,
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

function contentEvents(
  parts: readonly JsonObject[],
  state: ContentStream,
  response: string | undefined,
): readonly [OpenCall | undefined, readonly ChatEvent[]] {
  let { calls, open } = state
  const events = parts.flatMap((part): readonly ChatEvent[] => {
    const text = textOf(part["text"])
    if (text) return [{ type: part["thought"] === true ? "reasoning-delta" : "text-delta", text }]
    if (objectOf(part["functionCall"])) {
      const [goesOn, complete] = callStep(open, part)
      open = goesOn
      return complete.map((call) => callEvent(call, calls++, response))
    }
    const { mimeType, data } = objectOf(part["inlineData"]) ?? {}
    const b64 =
      part["thought"] !== true && (textOf(mimeType) ?? "image/").startsWith("image/") ? textOf(data) : undefined
    return b64 ? [{ type: "image", image: { b64 } }] : []
  })
  return [open, events]
}

/** Only newer models name their calls. A name of our own must not repeat in a conversation. */
function callEvent({ id, name, args, signature }: OpenCall, index: number, response = "call"): ChatEvent {
  const call = { id: id ?? `${response}_${index}`, name, arguments: jsonOf(args), ...(signature && { signature }) }
  return { type: "tool-call", index, call }
}

function end(state: ContentStream, reason: FinishReason | undefined): Step {
  if (state.ended) return [state, []]
  // A cut stream leaves its call untold: it is incomplete.
  if (state.open && reason !== undefined) {
    const call = callEvent(state.open, state.calls)
    const [closed, events] = end({ ...state, open: undefined, calls: state.calls + 1 }, reasonWith(true, reason))
    return [closed, [call, ...events]]
  }
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
