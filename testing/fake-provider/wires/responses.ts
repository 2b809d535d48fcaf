import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { inputTokens, totalTokens, type Usage } from "#core/gateway/usage.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { encodeFailure } from "#core/providers/openai/encode-events.ts"
import { type Asked, type FakeFrame, type FakeWire, halves, saidIn, typed } from "./fake-wire.ts"

/** A message's text begins with the part it will stand in: the official client insists. */
function partOf({ id }: JsonObject, output_index: number) {
  const part = { type: "output_text", text: "", annotations: [] }
  return { type: "response.content_part.added", item_id: id, output_index, content_index: 0, part }
}

/** OpenAI's responses: items that are opened, told in pieces and closed, then the whole again. */
export const responsesFake: FakeWire = {
  stream(events, asked) {
    const { usage, finish } = saidIn(events)
    const items: JsonObject[] = []
    let open: { readonly item: JsonObject; text: string } | undefined
    const frames: FakeFrame[] = [opening("response.created", asked)]

    function begin(item: JsonObject): void {
      close()
      open = { item, text: "" }
      frames.push(typed({ type: "response.output_item.added", output_index: items.length, item }))
      if (item["type"] === "message") frames.push(typed(partOf(item, items.length)))
    }
    function close(): void {
      if (!open) return
      const item = whole(open.item, open.text)
      frames.push(typed({ type: "response.output_item.done", output_index: items.length, item }))
      items.push(item)
      open = undefined
    }
    function piece(kind: "message" | "reasoning", delta: string): void {
      if (open?.item["type"] !== kind) begin(itemOf(kind, items.length))
      if (open) open.text += delta
      const place = { item_id: open?.item["id"], output_index: items.length, delta }
      if (kind === "message") frames.push(typed({ type: "response.output_text.delta", content_index: 0, ...place }))
      else frames.push(typed({ type: "response.reasoning_summary_text.delta", summary_index: 0, ...place }))
    }

    for (const event of events) {
      if (event.type === "text-delta") piece("message", event.text)
      else if (event.type === "reasoning-delta") piece("reasoning", event.text)
      else if (event.type === "citation") {
        const annotation = { type: "url_citation", ...cited(event.citation) }
        const place = { output_index: items.length, content_index: 0, annotation_index: 0 }
        frames.push(typed({ type: "response.output_text.annotation.added", ...place, annotation }))
      } else if (event.type === "tool-call") {
        begin(callItem(event.call, ""))
        for (const delta of halves(event.call.arguments)) {
          frames.push(typed({ type: "response.function_call_arguments.delta", output_index: items.length, delta }))
        }
        open = { item: callItem(event.call, event.call.arguments), text: "" }
        close()
      } else if (event.type === "web-search" && event.search.status === "completed") {
        begin(searchItem(event.search.id, "in_progress"))
        open = { item: searchItem(event.search.id, "completed"), text: "" }
        close()
      } else if (event.type === "finish") {
        close()
        const type = finish === "length" ? "response.incomplete" : "response.completed"
        frames.push(typed({ type, response: responseOf(asked, items, finish, usage) }))
      } else if (event.type === "failure") {
        frames.push(typed({ type: "error", ...encodeFailure(event.failure) }))
      }
    }
    return frames.map((frame, sequence_number) => numbered(frame, sequence_number))
  },

  reply(events, asked) {
    const { text, reasoning, calls, searches, usage, finish } = saidIn(events)
    const items = [
      ...(reasoning === "" ? [] : [whole(itemOf("reasoning", 0), reasoning)]),
      ...searches.map((id) => searchItem(id, "completed")),
      ...(text === "" ? [] : [whole(itemOf("message", 1), text)]),
      ...calls.map((call) => callItem(call, call.arguments)),
    ]
    return responseOf(asked, items, finish, usage)
  },

  failure: encodeFailure,
}

function opening(type: string, asked: Asked): FakeFrame {
  return typed({ type, response: { ...headOf(asked), status: "in_progress", output: [], usage: null } })
}

function headOf({ model }: Asked): JsonObject {
  return { id: "resp_fake", object: "response", created_at: 1_700_000_000, model }
}

function responseOf(asked: Asked, output: readonly JsonObject[], finish: string, usage: Usage | undefined): JsonObject {
  const cut = finish === "length"
  return {
    ...headOf(asked),
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    error: null,
    output,
    usage: usage ? countsOf(usage) : null,
  }
}

function countsOf(usage: Usage): JsonObject {
  return {
    input_tokens: inputTokens(usage),
    input_tokens_details: { cached_tokens: usage.inputCached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: totalTokens(usage),
  }
}

function itemOf(kind: "message" | "reasoning", at: number): JsonObject {
  if (kind === "reasoning") return { type: "reasoning", id: `rs_${at}`, summary: [] }
  return { type: "message", id: `msg_${at}`, role: "assistant", status: "in_progress", content: [] }
}

function whole(item: JsonObject, text: string): JsonObject {
  if (item["type"] === "reasoning") return { ...item, summary: [{ type: "summary_text", text }] }
  if (item["type"] !== "message") return item
  return { ...item, status: "completed", content: [{ type: "output_text", text, annotations: [] }] }
}

function callItem(call: { readonly id: string; readonly name: string }, args: string): JsonObject {
  return { type: "function_call", id: `fc_${call.id}`, call_id: call.id, name: call.name, arguments: args }
}

function searchItem(id: string, status: string): JsonObject {
  return { type: "web_search_call", id, status, action: { type: "search", query: "prosa" } }
}

function cited({ url, title, start = 0, end = 0 }: Extract<ChatEvent, { type: "citation" }>["citation"]): JsonObject {
  return { url, title, start_index: start, end_index: end }
}

function numbered({ event = "", data }: FakeFrame, sequence_number: number): FakeFrame {
  return { event, data: JSON.stringify({ ...(JSON.parse(data) as JsonObject), sequence_number }) }
}
