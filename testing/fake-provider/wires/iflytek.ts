import { encodeUsage } from "#core/providers/openai/encode-events.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { doneMarker } from "#core/providers/sse.ts"
import { bare, type FakeFrame, type FakeWire, saidIn, wordsOf } from "./fake-wire.ts"

/** Spark: as OpenAI without finish reasons, `code` and `message` in everything, the usage with the last piece. */
export const iflytekFake: FakeWire = {
  stream(events) {
    const { usage } = saidIn(events)
    return events.flatMap((event): FakeFrame[] => {
      if (event.type === "text-delta") return [piece({ content: event.text })]
      if (event.type === "reasoning-delta") return [piece({ reasoning_content: event.text })]
      if (event.type === "tool-call") return [piece({ content: "", tool_calls: [callOf(event.call, event.index)] })]
      if (event.type === "failure") return [bare(troubleOf(event.failure))]
      if (event.type !== "finish") return []
      return [piece({ content: "" }, usage && { usage: encodeUsage(usage) }), { data: doneMarker }]
    })
  },
  reply(events) {
    const { text, calls, usage } = saidIn(events)
    const message = { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls.map(callOf) }) }
    return { ...head, choices: [{ index: 0, message }], ...(usage && { usage: encodeUsage(usage) }) }
  },
  failure: troubleOf,
}

const head = { code: 0, message: "Success", sid: "fake" }

function piece(delta: JsonObject, more: JsonObject = {}): FakeFrame {
  return bare({ ...head, choices: [{ delta: { role: "assistant", ...delta }, index: 0 }], ...more })
}

function callOf({ id, name, arguments: args }: ReturnType<typeof saidIn>["calls"][number], index: number): JsonObject {
  return { index, id, type: "function", function: { name, arguments: args } }
}

function troubleOf(failure: Parameters<typeof wordsOf>[0]): JsonObject {
  const { message, code } = wordsOf(failure)
  return { code: /^\d{5}$/.test(code) ? Number(code) : 11_210, message, sid: "fake" }
}
