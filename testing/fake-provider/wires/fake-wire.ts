import type { ChatEvent, FinishReason } from "#core/gateway/chat-event.ts"
import type { ToolCall } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { noUsage, type Usage } from "#core/gateway/usage.ts"
import type { JsonObject } from "#core/lib/fields.ts"

/** The facts about a request that an encoder needs. */
export interface Asked {
  readonly model: string
  readonly json: JsonObject
}

/** One server-sent event. */
export interface FakeFrame {
  readonly event?: string
  readonly data: string
}

/**
 * A provider's side of its wire: our events as it would say them, the inverse of its adapter. Pure. A stream of events
 * without a `finish` or `failure` has no end: it never says that it is done.
 */
export interface FakeWire {
  stream(events: readonly ChatEvent[], asked: Asked): readonly FakeFrame[]
  reply(events: readonly ChatEvent[], asked: Asked): object
  /** The body of a refusal. */
  failure(failure: Failure): object
}

/** All that a whole answer says, by kind. */
export interface Said {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolCall[]
  readonly sources: readonly { readonly url: string; readonly title: string }[]
  readonly searches: readonly string[]
  readonly usage: Usage | undefined
  readonly finish: FinishReason
}

export function saidIn(events: readonly ChatEvent[]): Said {
  const searches = events.flatMap((event) =>
    event.type === "web-search" && event.search.status === "completed" ? [event.search.id] : [],
  )
  return {
    text: events.map((event) => (event.type === "text-delta" ? event.text : "")).join(""),
    reasoning: events.map((event) => (event.type === "reasoning-delta" ? event.text : "")).join(""),
    calls: events.flatMap((event) => (event.type === "tool-call" ? [event.call] : [])),
    sources: events.flatMap((event) => (event.type === "citation" ? [event.citation] : [])),
    searches: [...new Set(searches)],
    usage: events.findLast((event) => event.type === "usage")?.usage,
    finish: events.find((event) => event.type === "finish")?.reason ?? "stop",
  }
}

/** The usage of an answer, of nothing where it tells none. */
export function usageIn(events: readonly ChatEvent[]): Usage {
  return saidIn(events).usage ?? noUsage
}

/** A provider's words of a failure, and its code. */
export function wordsOf(failure: Failure): { readonly message: string; readonly code: string } {
  const message = "message" in failure ? (failure.message ?? "") : ""
  return { message, code: (failure.kind === "upstream" ? failure.code : undefined) ?? failure.kind }
}

/** A frame of a JSON object, named by its `type` where the provider names its events so. */
export function typed(json: JsonObject & { readonly type: string }): FakeFrame {
  return { event: json.type, data: JSON.stringify(json) }
}

export function bare(json: object): FakeFrame {
  return { data: JSON.stringify(json) }
}

/** A text in two pieces, as arguments of calls are streamed. */
export function halves(text: string): readonly string[] {
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)].filter((piece) => piece !== "")
}
