import { inputTokens, totalTokens, type Usage } from "#core/gateway/usage.ts"
import { type JsonObject, objectOf } from "#core/lib/fields.ts"
import { type FakeFrame, type FakeWire, saidIn, wordsOf } from "./fake-wire.ts"

/** DashScope: OpenAI's choices under `output`, a text in pieces or each time all of it, as asked. */
export const alibabaFake: FakeWire = {
  stream(events, { json }) {
    const inPieces = objectOf(json["parameters"])?.["incremental_output"] === true
    const { usage, calls } = saidIn(events)
    let [text, reasoning] = ["", ""]
    return events.flatMap((event): FakeFrame[] => {
      if (event.type === "failure") return [{ event: "error", data: JSON.stringify(troubleOf(event.failure)) }]
      if (event.type === "text-delta") text = inPieces ? event.text : text + event.text
      else if (event.type === "reasoning-delta") reasoning = inPieces ? event.text : reasoning + event.text
      else if (event.type !== "finish") return []
      const ended = event.type === "finish"
      const content = inPieces && event.type !== "text-delta" ? "" : text
      const thought = inPieces && event.type !== "reasoning-delta" ? "" : reasoning
      const message = {
        role: "assistant",
        content,
        ...(thought !== "" && { reasoning_content: thought }),
        ...(ended && callsIn(calls)),
      }
      const counted = ended && usage ? { usage: countsOf(usage) } : {}
      const finish_reason = ended ? reasonOf(event.reason) : "null"
      const said = { output: { choices: [{ index: 0, message, finish_reason }] }, ...counted, request_id: "fake" }
      return [{ event: "result", data: JSON.stringify(said) }]
    })
  },
  reply(events) {
    const { text, reasoning, calls, usage, finish } = saidIn(events)
    const thought = reasoning === "" ? {} : { reasoning_content: reasoning }
    const message = { role: "assistant", content: text, ...thought, ...callsIn(calls) }
    const choices = [{ index: 0, message, finish_reason: reasonOf(finish) }]
    return { output: { choices }, ...(usage && { usage: countsOf(usage) }), request_id: "fake" }
  },
  failure: troubleOf,
}

function callsIn(calls: ReturnType<typeof saidIn>["calls"]): JsonObject {
  if (calls.length === 0) return {}
  return {
    tool_calls: calls.map(({ id, name, arguments: args }, index) => ({
      index,
      id,
      type: "function",
      function: { name, arguments: args },
    })),
  }
}

function countsOf(usage: Usage): JsonObject {
  return { input_tokens: inputTokens(usage), output_tokens: usage.output, total_tokens: totalTokens(usage) }
}

function reasonOf(finish: string): string {
  return finish === "tool-calls" ? "tool_calls" : finish
}

function troubleOf(failure: Parameters<typeof wordsOf>[0]): JsonObject {
  const { message, code } = wordsOf(failure)
  return { code: /^[A-Z]/.test(code) ? code : "InternalError", message, request_id: "fake" }
}
