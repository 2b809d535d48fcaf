import { bare, type FakeWire, saidIn, wordsOf } from "./fake-wire.ts"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { encodeUsage } from "#core/providers/openai/encode-events.ts"
import type { JsonObject } from "#core/lib/fields.ts"

/** Wenxin: the text in `result`, one call at most, the end in `is_end`. It does not think aloud. */
export const baiduFake: FakeWire = {
  stream(events) {
    const said = saidIn(events)
    let sentence_id = 0
    return events.flatMap((event) => {
      const piece = { ...head, sentence_id, is_end: false, is_truncated: false }
      sentence_id += 1
      if (event.type === "text-delta") return [bare({ ...piece, result: event.text })]
      if (event.type === "finish") {
        const last = { ...piece, result: "", is_end: true, is_truncated: event.reason === "length" }
        return [bare({ ...last, ...callIn(said), finish_reason: reasonOf(event.reason), ...countsOf(said) })]
      }
      return event.type === "failure" ? [bare(troubleOf(event.failure))] : []
    })
  },
  reply(events) {
    const said = saidIn(events)
    const { text: result, finish } = said
    const truncated = { is_truncated: finish === "length", finish_reason: reasonOf(finish) }
    return { ...head, result, ...truncated, ...callIn(said), ...countsOf(said) }
  },
  failure: troubleOf,
}

const head = { id: "as-fake", object: "chat.completion", created: 1_700_000_000 }

function callIn({ calls: [call] }: ReturnType<typeof saidIn>): JsonObject {
  return call ? { function_call: { name: call.name, arguments: call.arguments } } : {}
}

function countsOf({ usage }: ReturnType<typeof saidIn>): JsonObject {
  return usage ? { usage: encodeUsage(usage) } : {}
}

function reasonOf(finish: Extract<ChatEvent, { type: "finish" }>["reason"]): string {
  if (finish === "tool-calls") return "function_call"
  return finish === "length" ? "length" : "normal"
}

function troubleOf(failure: Parameters<typeof wordsOf>[0]): JsonObject {
  const { message, code } = wordsOf(failure)
  return { error_code: /^\d+$/.test(code) ? Number(code) : 336_100, error_msg: message }
}
