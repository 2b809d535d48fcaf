import type { FinishReason } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { Usage } from "#core/gateway/usage.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { type FakeFrame, type FakeWire, halves, saidIn, typed, usageIn, wordsOf } from "./fake-wire.ts"

/** Anthropic's messages: blocks that are opened, told in pieces and closed. */
export const anthropicFake: FakeWire = {
  stream(events, { model }) {
    const { usage, finish } = saidIn(events)
    let index = -1
    let open: string | undefined
    const start = { ...head(model), content: [], stop_reason: null, stop_sequence: null }
    const frames: FakeFrame[] = [
      typed({
        type: "message_start",
        message: { ...start, usage: { ...promptOf(usageIn(events)), output_tokens: 1 } },
      }),
    ]

    function begin(content_block: JsonObject & { readonly type: string }): void {
      close()
      index += 1
      open = content_block.type
      frames.push(typed({ type: "content_block_start", index, content_block }))
    }
    function close(): void {
      if (open !== undefined) frames.push(typed({ type: "content_block_stop", index }))
      open = undefined
    }
    function delta(json: JsonObject): void {
      frames.push(typed({ type: "content_block_delta", index, delta: json }))
    }

    for (const event of events) {
      if (event.type === "text-delta") {
        if (open !== "text") begin({ type: "text", text: "" })
        delta({ type: "text_delta", text: event.text })
      } else if (event.type === "reasoning-delta") {
        if (open !== "thinking") begin({ type: "thinking", thinking: "", signature: "" })
        delta({ type: "thinking_delta", thinking: event.text })
      } else if (event.type === "citation") {
        if (open !== "text") begin({ type: "text", text: "", citations: [] })
        const { url, title } = event.citation
        delta({ type: "citations_delta", citation: { type: "web_search_result_location", url, title, cited_text: "" } })
      } else if (event.type === "tool-call") {
        begin({ type: "tool_use", id: event.call.id, name: event.call.name, input: {} })
        for (const partial_json of halves(event.call.arguments)) delta({ type: "input_json_delta", partial_json })
      } else if (event.type === "web-search" && event.search.status === "completed") {
        for (const block of searchBlocks(event.search.id)) begin(block)
      } else if (event.type === "finish") {
        close()
        const counted = usage ? { usage: countsOf(usage) } : {}
        frames.push(
          typed({ type: "message_delta", delta: { stop_reason: stopOf(finish), stop_sequence: null }, ...counted }),
        )
        frames.push(typed({ type: "message_stop" }))
      } else if (event.type === "failure") frames.push(typed({ type: "error", ...errorOf(event.failure) }))
    }
    return frames
  },

  reply(events, { model }) {
    const { text, reasoning, calls, searches, finish } = saidIn(events)
    return {
      ...head(model),
      content: [
        ...(reasoning === "" ? [] : [{ type: "thinking", thinking: reasoning, signature: "s" }]),
        ...searches.flatMap(searchBlocks),
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map(({ id, name, arguments: input }) => ({
          type: "tool_use",
          id,
          name,
          input: JSON.parse(input) as unknown,
        })),
      ],
      stop_reason: stopOf(finish),
      stop_sequence: null,
      usage: countsOf(usageIn(events)),
    }
  },

  failure: (failure) => ({ type: "error", ...errorOf(failure) }),
}

function head(model: string): JsonObject {
  return { id: "msg_fake", type: "message", role: "assistant", model }
}

function promptOf({ inputUncached, inputCached, cacheWrite }: Usage): JsonObject {
  return { input_tokens: inputUncached, cache_read_input_tokens: inputCached, cache_creation_input_tokens: cacheWrite }
}

function countsOf(usage: Usage): JsonObject {
  const searched = usage.searchCalls > 0 ? { server_tool_use: { web_search_requests: usage.searchCalls } } : {}
  return { ...promptOf(usage), output_tokens: usage.output, ...searched }
}

function searchBlocks(id: string) {
  return [
    { type: "server_tool_use", id, name: "web_search", input: { query: "prosa" } },
    { type: "web_search_tool_result", tool_use_id: id, content: [] },
  ] as const
}

function stopOf(finish: FinishReason): string {
  const words = {
    stop: "end_turn",
    length: "max_tokens",
    "tool-calls": "tool_use",
    "content-filter": "refusal",
  } as const
  return finish === "aborted" ? "end_turn" : words[finish]
}

function errorOf(failure: Failure): JsonObject {
  const { message, code } = wordsOf(failure)
  return { error: { type: code, message } }
}
