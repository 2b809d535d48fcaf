import type { ChatEvent, Citation, FinishReason } from "../../gateway/chat-event.ts"
import type { Failure } from "../../gateway/failure.ts"
import { decodeMeta } from "../../ledger/balance-wire.ts"
import type { SseEvent } from "../adapter.ts"
import { mostCalls, mostKept } from "../answer-limits.ts"
import { indexOf, type JsonObject, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { ending } from "../openai/decode-parts.ts"
import { type Block, callOf, openBlock, searchResult } from "./block.ts"
import { decodeErrorEvent, failureIn } from "./decode-failure.ts"
import { addUsage, type ToldUsage, usageOf } from "./usage.ts"

/** The parts of a stream so far that later events need. Every step makes a new value; most steps need none. */
export interface MessageStream {
  /** The blocks that are open and hold something back until they are closed. */
  readonly blocks: readonly Block[]
  /** Tool calls told. */
  readonly calls: number
  /** Web searches completed. */
  readonly searches: number
  /** UTF-16 units of the answer's text. */
  readonly length: number
  readonly usage: ToldUsage
  readonly reason: FinishReason | undefined
  readonly answered: boolean
  readonly ended: boolean
}

type Step = readonly [MessageStream, readonly ChatEvent[]]

export function startStream(): MessageStream {
  return {
    blocks: [],
    calls: 0,
    searches: 0,
    length: 0,
    usage: {},
    reason: undefined,
    answered: false,
    ended: false,
  }
}

/** The next event of a message stream. Text comes out as it comes in; a call and a source when their block is closed. */
export function decodeEvent(state: MessageStream, event: SseEvent): Step {
  if (state.ended) return [state, []]
  const said = objectOf(parseJson(event.data))
  if (event.event === "error") return fail(state, decodeErrorEvent(event.data), said)
  return said ? decodeSaid(state, said) : [state, []]
}

/** The stream closed. After a stop reason that is a good end; before one, the answer was cut. */
export function decodeEnd(state: MessageStream): readonly ChatEvent[] {
  return end(state, state.reason)[1]
}

export function unfinished(state: MessageStream): string {
  return state.blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ name, json }) => name + json)
    .join("")
}

/** A whole reply. */
export function decodeReply(json: unknown): readonly ChatEvent[] {
  const reply = objectOf(json) ?? {}
  let state = startStream()
  return (failureIn(reply) ? [reply] : eventsOf(reply)).flatMap((step) => {
    const [next, events] = state.ended ? [state, []] : decodeSaid(state, step)
    state = next
    return events
  })
}

/** A whole reply, told as the stream that would have brought it. */
export function eventsOf(reply: JsonObject): readonly JsonObject[] {
  const { content, stop_reason, stop_sequence = null, usage, _meta, ...message } = reply
  const { output_tokens: _, ...prompt } = objectOf(usage) ?? {}
  return [
    {
      type: "message_start",
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...prompt, output_tokens: 0 },
      },
    },
    ...objectsOf(content)
      .slice(0, mostKept)
      .flatMap((content_block, index): JsonObject[] => [
        { type: "content_block_start", index, content_block },
        { type: "content_block_stop", index },
      ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop", ...(_meta !== undefined && { _meta }) },
  ]
}

function decodeSaid(state: MessageStream, said: JsonObject): Step {
  const failure = failureIn(said)
  if (failure) return fail(state, failure, said)
  switch (said["type"]) {
    case "message_start":
      return started(state, objectOf(said["message"]) ?? {})
    case "content_block_start":
      return opened(state, indexOf(said["index"]) ?? 0, objectOf(said["content_block"]) ?? {})
    case "content_block_delta":
      return continued(state, indexOf(said["index"]) ?? 0, objectOf(said["delta"]) ?? {})
    case "content_block_stop":
      return closed(
        state,
        state.blocks.filter(({ index }) => index === (indexOf(said["index"]) ?? 0)),
      )
    case "message_delta":
      return advanced(state, said)
    case "message_stop": {
      const [next, events] = end(state, state.reason ?? (state.calls > 0 || hasCall(state) ? "tool-calls" : "stop"))
      return [next, [...events.slice(0, -1), ...balanceOf(said), ...events.slice(-1)]]
    }
    default:
      return [state, []]
  }
}

/**
 * The prompt is counted now; the output is not, whatever the first event claims. A message may begin with blocks that were
 * made before, and end with them.
 */
function started(state: MessageStream, message: JsonObject): Step {
  const told = objectOf(message["usage"])
  const usage = told ? addUsage(state.usage, told) : state.usage
  const events: ChatEvent[] = told
    ? [{ type: "usage", usage: usageOf({ ...usage, output_tokens: 0, thinking: 0 }, 0) }]
    : []
  let next: MessageStream = { ...state, usage, reason: stopReason(message["stop_reason"]) ?? state.reason }
  for (const [index, content] of objectsOf(message["content"]).slice(0, mostKept).entries()) {
    const [begun, first] = opened(next, index, content)
    const [done, last] = closed(
      begun,
      begun.blocks.filter((block) => block.index === index),
    )
    next = done
    events.push(...first, ...last)
  }
  return [next, events]
}

function opened(state: MessageStream, index: number, content: JsonObject): Step {
  const result = searchResult(content)
  if (result) {
    const searches = state.searches + (result.status === "completed" ? 1 : 0)
    return [{ ...state, searches }, [{ type: "web-search", search: result }]]
  }
  const block = openBlock(index, content, state.length)
  const [next, events] = say(state, textOf(content["text"]), textOf(content["thinking"]))
  if (!block || next.blocks.length >= mostCalls) return [next, events]
  const search: readonly ChatEvent[] =
    block.type === "web_search" ? [{ type: "web-search", search: { id: block.id, status: "searching" } }] : []
  // An index that is used again means a new block: the old one will not be closed any more.
  const [rest, late] = closed(
    next,
    next.blocks.filter((other) => other.index === index),
  )
  return [
    { ...rest, answered: rest.answered || block.type === "tool_use", blocks: [...rest.blocks, block] },
    [...late, ...events, ...search],
  ]
}

function continued(state: MessageStream, index: number, delta: JsonObject): Step {
  switch (delta["type"]) {
    case "text_delta":
      return say(state, textOf(delta["text"]), undefined)
    case "thinking_delta":
      return say(state, undefined, textOf(delta["thinking"]))
    case "input_json_delta": {
      const piece = textOf(delta["partial_json"])
      return [piece ? change(state, index, (block) => ({ ...block, json: block.json + piece })) : state, []]
    }
    case "citations_delta": {
      const citation = objectOf(delta["citation"])
      return [
        citation
          ? change(state, index, (block) => ({ ...block, cited: [...block.cited, citation].slice(0, mostKept) }))
          : state,
        [],
      ]
    }
    default:
      return [state, []]
  }
}

/** Tells what the blocks held back. */
function closed(state: MessageStream, blocks: readonly Block[]): Step {
  if (blocks.length === 0) return [state, []]
  let { calls } = state
  const events = blocks.flatMap((block): readonly ChatEvent[] => {
    if (block.type === "tool_use") return [{ type: "tool-call", index: calls++, call: callOf(block) }]
    if (block.type === "web_search") {
      const query = textOf(objectOf(parseJson(callOf(block).arguments))?.["query"])
      return query ? [{ type: "web-search", search: { id: block.id, status: "searching", query } }] : []
    }
    return block.cited.map((cited) => ({ type: "citation", citation: citationOf(cited, block.start, state.length) }))
  })
  return [{ ...state, calls, blocks: state.blocks.filter((block) => !blocks.includes(block)) }, events]
}

function advanced(state: MessageStream, said: JsonObject): Step {
  const told = objectOf(said["usage"])
  const usage = told ? addUsage(state.usage, told) : state.usage
  const reason = stopReason(objectOf(said["delta"])?.["stop_reason"]) ?? state.reason
  const events: readonly ChatEvent[] = told ? [{ type: "usage", usage: usageOf(usage, state.searches) }] : []
  return [{ ...state, usage, reason }, events]
}

function say(state: MessageStream, text: string | undefined, thinking: string | undefined): Step {
  if (!text && !thinking) return [state, []]
  return [
    { ...state, answered: true, length: state.length + (text?.length ?? 0) },
    [
      ...(thinking ? [{ type: "reasoning-delta", text: thinking } as const] : []),
      ...(text ? [{ type: "text-delta", text } as const] : []),
    ],
  ]
}

function end(state: MessageStream, reason: FinishReason | undefined): Step {
  if (state.ended) return [state, []]
  // A cut stream leaves its calls untold: they are incomplete.
  const [rest, held] = reason === undefined ? ([state, []] as const) : closed(state, state.blocks)
  return [{ ...rest, ended: true }, [...held, ending(reason, rest.answered)]]
}

function fail(state: MessageStream, failure: Failure, said: JsonObject = {}): Step {
  return [{ ...state, ended: true }, [...balanceOf(said), { type: "failure", failure }]]
}

/** The fields that our gateway adds to the last event. */
function balanceOf(said: JsonObject): readonly ChatEvent[] {
  const balance = said["_meta"] === undefined ? undefined : decodeMeta(said["_meta"])
  return balance ? [{ type: "balance", balance }] : []
}

function change(state: MessageStream, index: number, to: (block: Block) => Block): MessageStream {
  return { ...state, blocks: state.blocks.map((block) => (block.index === index ? to(block) : block)) }
}

function hasCall(state: MessageStream): boolean {
  return state.blocks.some(({ type }) => type === "tool_use")
}

/**
 * A source holds for the whole text of its block. One that is a document of the caller's has a title and no address; of a
 * search of the caller's own, the source may be one.
 */
function citationOf(cited: JsonObject, start: number, end: number): Citation {
  const source = textOf(cited["source"]) ?? ""
  return {
    url: textOf(cited["url"]) ?? (/^https?:\/\//i.test(source) ? source : ""),
    title: textOf(cited["title"]) ?? textOf(cited["document_title"]) ?? "",
    start,
    end,
  }
}

/** Undefined while running; a reason we do not know is a plain stop. */
function stopReason(value: unknown): FinishReason | undefined {
  switch (value) {
    case "tool_use":
      return "tool-calls"
    case "max_tokens":
    case "model_context_window_exceeded":
    case "pause_turn": // there is more to say, and nobody asks for it here
      return "length"
    case "refusal":
      return "content-filter"
    default:
      return textOf(value) === undefined ? undefined : "stop"
  }
}
