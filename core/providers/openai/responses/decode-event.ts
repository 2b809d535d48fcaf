import type { ChatEvent } from "../../../gateway/chat-event.ts"
import { usageFromTotals } from "../../../gateway/usage.ts"
import { decodeMeta } from "../../../ledger/balance-wire.ts"
import type { SseEvent } from "../../adapter.ts"
import { mostCalls, mostKept } from "../../answer-limits.ts"
import { indexOf, type JsonObject, jsonOf, objectOf, objectsOf, parseJson, textOf } from "../../../lib/fields.ts"
import { doneMarker } from "../../sse.ts"
import { ending, searchIn } from "../decode-parts.ts"
import { decodeErrorEvent, failureIn } from "./decode-failure.ts"
import { cite, keyOf, say, sayItem, sayRest, type Step } from "./part-events.ts"
import { type PendingCall, reasonOf, type ResponseStream, startStream } from "./state.ts"

/**
 * The next event of a responses stream. Text comes out as it comes in; a call when its item is done. Everything that
 * comes in pieces comes again whole, with its part, its item and the response: then only the missing rest produces
 * events.
 */
export function decodeEvent(state: ResponseStream, event: SseEvent): Step {
  if (event.data.trim() === doneMarker) {
    return state.ended ? [state, []] : end(state, ending(state.answered ? reasonOf(state) : undefined, state.answered))
  }
  const said = objectOf(parseJson(event.data))
  // A series of responses in one stream: each is an answer of its own.
  if (said?.["type"] === "response.created" && state.ended === "told") return [{ ...startStream(), again: true }, []]
  if (state.ended) return [state, []]
  if (event.event === "error") return fail(state, balanceOf(said ?? {}), decodeErrorEvent(event.data))
  return said ? decodeSaid(state, said) : [state, []]
}

/** The stream closed. The last word is an event of its own, so this is a cut. */
export function decodeEnd(state: ResponseStream): readonly ChatEvent[] {
  return state.ended || (state.again && !state.answered) ? [] : [ending(undefined, state.answered)]
}

/** A whole reply: the response that closes a stream. */
export function decodeReply(json: unknown): readonly ChatEvent[] {
  const response = objectOf(json) ?? {}
  return decodeSaid(startStream(), { type: "response.completed", response })[1]
}

function decodeSaid(state: ResponseStream, said: JsonObject): Step {
  const failure = failureIn(said)
  if (failure) return fail(state, balanceOf(said), failure)
  const { output_index: output } = said
  const text = keyOf("text", output, said["content_index"])
  const summary = keyOf("reasoning", output, said["summary_index"])
  const thought = keyOf("reasoning", output, said["content_index"])
  switch (said["type"]) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      return say(state, "text", text, textOf(said["delta"]))
    case "response.output_text.done":
      return sayRest(state, "text", text, textOf(said["text"]))
    case "response.refusal.done":
      return sayRest(state, "text", text, textOf(said["refusal"]))
    case "response.reasoning_summary_text.delta":
      return say(state, "reasoning", summary, textOf(said["delta"]))
    case "response.reasoning_summary_text.done":
      return sayRest(state, "reasoning", summary, textOf(said["text"]))
    case "response.reasoning_text.delta":
      return say(state, "reasoning", thought, textOf(said["delta"]))
    case "response.reasoning_text.done":
      return sayRest(state, "reasoning", thought, textOf(said["text"]))
    case "response.output_text.annotation.added":
      return cite(state, text, objectsOf([said["annotation"]]), "piece")
    case "response.function_call_arguments.delta":
      return [
        change(state, output, (call) => ({ ...call, arguments: call.arguments + (textOf(said["delta"]) ?? "") })),
        [],
      ]
    case "response.function_call_arguments.done":
      return [
        change(state, output, (call) => ({ ...call, arguments: textOf(said["arguments"]) ?? call.arguments })),
        [],
      ]
    case "response.output_item.added":
      return itemBegun(state, objectOf(said["item"]) ?? {}, output)
    case "response.output_item.done":
      return itemDone(state, objectOf(said["item"]) ?? {}, output)
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return closed(state, said, objectOf(said["response"]) ?? {})
    default:
      return [state, []]
  }
}

function itemBegun(state: ResponseStream, item: JsonObject, output: unknown): Step {
  const search = searchIn(item)
  if (search) return [state, [{ type: "web-search", search }]]
  if (item["type"] !== "function_call" || state.pending.length >= mostCalls) return [state, []]
  return [{ ...state, answered: true, pending: [...state.pending, callOf(item, output)] }, []]
}

function itemDone(state: ResponseStream, item: JsonObject, output: unknown): Step {
  const id = textOf(item["id"]) ?? jsonOf(output)
  switch (item["type"]) {
    case "function_call": {
      const given = callOf(item, output)
      const begun = state.pending.find((call) => call.output === given.output)
      const call = {
        id: given.id || (begun?.id ?? ""),
        name: given.name || (begun?.name ?? ""),
        arguments: given.arguments || (begun?.arguments ?? ""),
      }
      const name = call.id || id
      if (state.called.includes(name) || state.called.length >= mostCalls) return [state, []]
      const pending = state.pending.filter((other) => other !== begun)
      return [
        { ...state, answered: true, pending, called: [...state.called, name] },
        [{ type: "tool-call", index: state.called.length, call: { ...call, arguments: call.arguments || "{}" } }],
      ]
    }
    case "web_search_call": {
      const search = searchIn(item)
      if (!search || state.searches.includes(search.id) || state.searches.length >= mostKept) return [state, []]
      const searched = state.searched + (search.status === "completed" && search.page === undefined ? 1 : 0)
      return [{ ...state, searches: [...state.searches, search.id], searched }, [{ type: "web-search", search }]]
    }
    case "image_generation_call": {
      const b64 = textOf(item["result"])
      if (!b64 || state.images.includes(id) || state.images.length >= mostKept) return [state, []]
      return [{ ...state, answered: true, images: [...state.images, id] }, [{ type: "image", image: { b64 } }]]
    }
    default:
      return sayItem(state, item, output)
  }
}

/** The last word: the response whole, its usage, and how it ended. */
function closed(state: ResponseStream, said: JsonObject, response: JsonObject): Step {
  let next = state
  const missed = objectsOf(response["output"])
    .slice(0, mostKept)
    .flatMap((item, output) => {
      const [after, events] = itemDone(next, item, output)
      next = after
      return events
    })
  const events: readonly ChatEvent[] = [
    ...missed,
    ...usageEvents(objectOf(response["usage"]), next.searched),
    ...balanceOf({ _meta: said["_meta"] ?? response["_meta"] }),
  ]
  const failure = failureIn(response)
  if (failure) return fail(next, events, failure, "told")
  if (said["type"] === "response.failed" || response["status"] === "failed" || response["status"] === "cancelled") {
    return fail(next, events, { kind: "upstream-cut" }, "told")
  }
  if (said["type"] === "response.incomplete" || response["status"] === "incomplete") {
    const filtered = objectOf(response["incomplete_details"])?.["reason"] === "content_filter"
    return end(next, { type: "finish", reason: filtered ? "content-filter" : "length" }, events)
  }
  return end(next, ending(reasonOf(next), next.answered), events)
}

function usageEvents(usage: JsonObject | undefined, searchCalls: number): readonly ChatEvent[] {
  if (!usage) return []
  const inputDetails = objectOf(usage["input_tokens_details"])
  return [
    {
      type: "usage",
      usage: usageFromTotals({
        prompt: usage["input_tokens"],
        cached: inputDetails?.["cached_tokens"],
        written: inputDetails?.["cache_write_tokens"],
        completion: usage["output_tokens"],
        reasoning: objectOf(usage["output_tokens_details"])?.["reasoning_tokens"],
        searchCalls,
      }),
    },
  ]
}

/** The fields that our gateway adds to the last event. */
function balanceOf(said: JsonObject): readonly ChatEvent[] {
  const balance = said["_meta"] === undefined ? undefined : decodeMeta(said["_meta"])
  return balance ? [{ type: "balance", balance }] : []
}

function callOf(item: JsonObject, output: unknown): PendingCall {
  return {
    output: indexOf(output) ?? 0,
    id: textOf(item["call_id"]) ?? "",
    name: textOf(item["name"]) ?? "",
    arguments: textOf(item["arguments"]) ?? "",
  }
}

function change(state: ResponseStream, output: unknown, to: (call: PendingCall) => PendingCall): ResponseStream {
  const index = indexOf(output) ?? 0
  return { ...state, pending: state.pending.map((call) => (call.output === index ? to(call) : call)) }
}

function end(state: ResponseStream, last: ChatEvent, before: readonly ChatEvent[] = []): Step {
  return [{ ...state, ended: "told" }, [...before, last]]
}

function fail(
  state: ResponseStream,
  before: readonly ChatEvent[],
  failure: ReturnType<typeof decodeErrorEvent>,
  ended: "told" | "broken" = "broken",
): Step {
  return [{ ...state, ended }, [...before, { type: "failure", failure }]]
}
