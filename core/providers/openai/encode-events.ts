import type {
  BalanceAfter,
  ChatEvent,
  Citation,
  FinishReason,
  GeneratedImage,
  WebSearch,
} from "../../gateway/chat-event.ts"
import type { ToolCall } from "../../gateway/chat-request.ts"
import type { Failure } from "../../gateway/failure.ts"
import { inputTokens, totalTokens, type Usage } from "../../gateway/usage.ts"
import { encodeMeta } from "../../ledger/balance-wire.ts"
import { assertNever } from "../../lib/assert-never.ts"
import { doneMarker } from "../sse.ts"
import { signatureField } from "./call-signature.ts"
import type {
  WireAnnotation,
  WireChunk,
  WireDelta,
  WireExtras,
  WireFinish,
  WireReply,
  WireSearch,
  WireUsage,
} from "./wire.ts"

/**
 * Our events as OpenAI puts them on the wire: the inverse of the decoder, shared by the pretend model and the fake
 * provider. Law: decoding what was encoded gives the events back, when they end in one `finish` or `failure` and the
 * tool calls, the one usage and the balance stand in this order before it.
 */

/** The fields that every chunk of an answer repeats. `created` in epoch seconds. */
export interface Envelope {
  readonly id: string
  readonly model: string
  readonly created: number
  /** The client asked for usage in `stream_options`: a stream contains it only then, a whole reply always. */
  readonly includeUsage?: boolean
}

/** Data that waits for the end: usage and balance follow the finish reason on the wire. */
export interface Encoding {
  readonly started: boolean
  readonly usage?: Usage
  readonly balance?: BalanceAfter
  /** Completed web searches that were told as they happened. */
  readonly searched: number
}

export const startEncoding: Encoding = { started: false, searched: 0 }

/** One event as the payloads of the SSE events to send, in order: JSON texts, at the end `[DONE]`. */
export function encodeEvent(
  envelope: Envelope,
  encoding: Encoding,
  event: ChatEvent,
): readonly [Encoding, readonly string[]] {
  const opening = encoding.started ? [] : [chunk(envelope, { role: "assistant", content: "" })]
  const said = (...payloads: readonly string[]): readonly [Encoding, readonly string[]] => [
    encoding.started ? encoding : { ...encoding, started: true },
    [...opening, ...payloads],
  ]
  switch (event.type) {
    case "text-delta":
      return said(chunk(envelope, { content: event.text }))
    case "reasoning-delta":
      return said(chunk(envelope, { reasoning_content: event.text }))
    case "citation":
      // A document of the caller's own has no address, and there is no annotation without one.
      if (event.citation.url === "") return said()
      return said(chunk(envelope, { annotations: [annotation(event.citation)] }))
    case "tool-call":
      return said(...callPieces(event.index, event.call).map((delta) => chunk(envelope, delta)))
    case "web-search": {
      const [next, payloads] = said(bare(envelope, { output: [searchItem(event.search)] }))
      const done = counts(event.search) ? 1 : 0
      return [{ ...next, searched: next.searched + done }, payloads]
    }
    case "image":
      return said(bare(envelope, { data: [imageItem(event.image)] }))
    case "usage":
      return [{ ...encoding, usage: event.usage }, []]
    case "balance":
      return [{ ...encoding, balance: event.balance }, []]
    case "finish":
      return said(chunk(envelope, {}, wireFinish(event.reason)), ...bookkeeping(envelope, encoding), doneMarker)
    case "failure":
      return said(...failing(envelope, encoding, event.failure))
    default:
      return assertNever(event)
  }
}

/** All events of an answer as the payloads of its stream. */
export function encodeStream(envelope: Envelope, events: readonly ChatEvent[]): readonly string[] {
  let encoding = startEncoding
  return events.flatMap((event) => {
    const [next, payloads] = encodeEvent(envelope, encoding, event)
    encoding = next
    return payloads
  })
}

/** All events of an answer as one reply; an answer that failed gives the error body instead. */
export function encodeReply(envelope: Envelope, events: readonly ChatEvent[]): WireReply | WireError {
  const failure = pick(events, "failure").at(-1)?.failure
  if (failure && failure.kind !== "empty-answer") return encodeFailure(failure)
  const text = pick(events, "text-delta").map((event) => event.text)
  const reasoning = pick(events, "reasoning-delta").map((event) => event.text)
  const citations = pick(events, "citation")
    .filter((event) => event.citation.url !== "")
    .map((event) => annotation(event.citation))
  const calls = pick(events, "tool-call").map((event) => event.call)
  const told = lastTold(pick(events, "web-search").map((event) => event.search))
  const images = pick(events, "image").map((event) => imageItem(event.image))
  const usage = pick(events, "usage").at(-1)?.usage
  const balance = pick(events, "balance").at(-1)?.balance
  return {
    id: envelope.id,
    object: "chat.completion",
    created: envelope.created,
    model: envelope.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text.length === 0 && calls.length > 0 ? null : text.join(""),
          refusal: null,
          ...(reasoning.length > 0 && { reasoning_content: reasoning.join("") }),
          ...(citations.length > 0 && { annotations: citations }),
          ...(calls.length > 0 && {
            tool_calls: calls.map((call) => ({
              id: call.id,
              type: "function",
              function: { name: call.name, arguments: call.arguments },
              ...signatureField(call),
            })),
          }),
        },
        finish_reason: wireFinish(pick(events, "finish").at(-1)?.reason ?? "stop"),
        logprobs: null,
      },
    ],
    ...(images.length > 0 && { data: images }),
    ...outputOf([...told.map(searchItem), ...(usage ? untoldSearches(usage, told.filter(counts).length) : [])]),
    ...(usage && { usage: encodeUsage(usage) }),
    ...(balance && { _meta: encodeMeta(balance) }),
  }
}

export interface WireError {
  readonly error: {
    readonly message: string
    readonly type: string | null
    readonly param: string | null
    readonly code: string | null
  }
}

/** A failure in OpenAI's error shape. Failures of other kinds than the provider's go by their kind as `code`. */
export function encodeFailure(failure: Failure): WireError {
  const message = "message" in failure ? (failure.message ?? "") : ""
  const { type = null, param = null, code = null } = failure.kind === "upstream" ? failure : {}
  const ours = failure.kind === "upstream" ? code : failure.kind.replaceAll("-", "_")
  return { error: { message, type, param, code: ours } }
}

/** Disjoint buckets as OpenAI counts: what the cache has to do with inside the prompt, reasoning inside the completion. */
export function encodeUsage(usage: Usage): WireUsage {
  return {
    prompt_tokens: inputTokens(usage),
    completion_tokens: usage.output,
    total_tokens: totalTokens(usage),
    prompt_tokens_details: cacheDetails(usage),
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }
}

/** The parts of a prompt that were read from the provider's cache and written to it. */
export function cacheDetails({ inputCached, cacheWrite }: Usage): WireUsage["prompt_tokens_details"] {
  return { cached_tokens: inputCached, ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }) }
}

function chunk(envelope: Envelope, delta: WireDelta, finish_reason: WireFinish | null = null): string {
  return payload(envelope, { choices: [{ index: 0, delta, finish_reason }] })
}

/** A chunk without a choice, as the usage travels. */
function bare(envelope: Envelope, extras: WireExtras & Pick<WireChunk, "usage">): string {
  return payload(envelope, { choices: [], ...extras })
}

function payload(envelope: Envelope, body: Pick<WireChunk, "choices" | "usage"> & WireExtras): string {
  const wire: WireChunk = {
    id: envelope.id,
    object: "chat.completion.chunk",
    created: envelope.created,
    model: envelope.model,
    ...(envelope.includeUsage && { usage: null }),
    ...body,
  }
  return JSON.stringify(wire)
}

function bookkeeping(envelope: Envelope, { usage, balance, searched }: Encoding): readonly string[] {
  return [
    ...(usage && envelope.includeUsage
      ? [bare(envelope, { ...outputOf(untoldSearches(usage, searched)), usage: encodeUsage(usage) })]
      : []),
    ...(balance ? [bare(envelope, { _meta: encodeMeta(balance) })] : []),
  ]
}

/** A cut stream says nothing more; an empty one ends as if all were well; anything else is an error event, then silence. */
function failing(envelope: Envelope, encoding: Encoding, failure: Failure): readonly string[] {
  if (failure.kind === "upstream-cut") return []
  const books = bookkeeping(envelope, encoding)
  if (failure.kind === "empty-answer") return [chunk(envelope, {}, "stop"), ...books, doneMarker]
  return [...books, JSON.stringify(encodeFailure(failure))]
}

/** A call as the provider streams it: its name first, its arguments in pieces. */
function callPieces(index: number, call: ToolCall): readonly WireDelta[] {
  const half = Math.ceil(call.arguments.length / 2)
  const pieces = [call.arguments.slice(0, half), call.arguments.slice(half)].filter((piece) => piece !== "")
  return [
    {
      tool_calls: [
        { index, id: call.id, type: "function", function: { name: call.name, arguments: "" }, ...signatureField(call) },
      ],
    },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}

function annotation({ url, title, start, end }: Citation): WireAnnotation {
  return {
    type: "url_citation",
    url_citation: {
      url,
      title,
      ...(start !== undefined && { start_index: start }),
      ...(end !== undefined && { end_index: end }),
    },
  }
}

function imageItem({ url, b64 }: GeneratedImage): { readonly url?: string; readonly b64_json?: string } {
  return { ...(url !== undefined && { url }), ...(b64 !== undefined && { b64_json: b64 }) }
}

/** Searches that were counted but not sent are sent as completed calls beside the usage that counts them. */
function untoldSearches(usage: Usage, told: number): readonly WireSearch[] {
  return Array.from({ length: Math.max(0, usage.searchCalls - told) }, (_, index) => ({
    type: "web_search_call",
    id: `ws_${told + index + 1}`,
    status: "completed",
  }))
}

/** A search as it is sent: with an `action` it is shown, without one it is only counted. */
function searchItem({ id, status, query, page }: WebSearch): WireSearch {
  const search = { type: "search", ...(query !== undefined && { query }) } as const
  const action = page === undefined ? search : ({ type: "open_page", url: page } as const)
  return { type: "web_search_call", id, status: status === "searching" ? "in_progress" : status, action }
}

function outputOf(output: readonly WireSearch[]): WireExtras {
  return output.length === 0 ? {} : { output }
}

/** The latest form of each search, together with its earlier facts. */
function lastTold(searches: readonly WebSearch[]): readonly WebSearch[] {
  const told = new Map<string, WebSearch>()
  for (const search of searches) told.set(search.id, { ...told.get(search.id), ...search })
  return [...told.values()]
}

function counts({ status, page }: WebSearch): boolean {
  return status === "completed" && page === undefined
}

function wireFinish(reason: FinishReason): WireFinish {
  switch (reason) {
    case "tool-calls":
      return "tool_calls"
    case "content-filter":
      return "content_filter"
    case "length":
      return "length"
    case "stop":
    case "aborted":
      return "stop"
    default:
      return assertNever(reason)
  }
}

function pick<Type extends ChatEvent["type"]>(
  events: readonly ChatEvent[],
  type: Type,
): readonly Extract<ChatEvent, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<ChatEvent, { readonly type: Type }> => event.type === type)
}
