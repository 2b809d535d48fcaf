import { inputTokens, totalTokens, type Usage } from "#core/gateway/usage.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { bare, type FakeFrame, type FakeWire, saidIn, wordsOf } from "./fake-wire.ts"

/** Hunyuan: OpenAI's shapes with capitalised field names; a whole reply stands inside `Response`. */
export const tencentFake: FakeWire = {
  stream(events) {
    const { usage } = saidIn(events)
    return events.flatMap((event): FakeFrame[] => {
      if (event.type === "text-delta") return [piece({ Role: "assistant", Content: event.text })]
      if (event.type === "reasoning-delta") return [piece({ Role: "assistant", ReasoningContent: event.text })]
      if (event.type === "tool-call")
        return [piece({ Role: "assistant", ToolCalls: [callOf(event.call, event.index)] })]
      if (event.type === "finish") return [piece({ Role: "assistant", Content: "" }, reasonOf(event.reason), usage)]
      if (event.type !== "failure") return []
      const { message } = wordsOf(event.failure)
      return [bare({ ErrorMsg: { Msg: message, Code: 4000 } })]
    })
  },
  reply(events) {
    const { text, reasoning, calls, usage, finish } = saidIn(events)
    const Message = {
      Role: "assistant",
      Content: text,
      ...(reasoning !== "" && { ReasoningContent: reasoning }),
      ...(calls.length > 0 && { ToolCalls: calls.map(callOf) }),
    }
    return { Response: { ...head, Choices: [{ FinishReason: reasonOf(finish), Message }], ...countsOf(usage) } }
  },
  failure(failure) {
    const { message, code } = wordsOf(failure)
    return {
      Response: { Error: { Code: /^[A-Z]/.test(code) ? code : "InternalError", Message: message }, RequestId: "r" },
    }
  },
}

const head = { Id: "fake", Created: 1_700_000_000, Note: "" }

function piece(Delta: JsonObject, FinishReason = "", usage?: Usage): FakeFrame {
  return bare({ ...head, Choices: [{ FinishReason, Delta }], ...countsOf(usage) })
}

function callOf({ id, name, arguments: args }: ReturnType<typeof saidIn>["calls"][number], index: number): JsonObject {
  return { Index: index, Id: id, Type: "function", Function: { Name: name, Arguments: args } }
}

function countsOf(usage: Usage | undefined): JsonObject {
  if (!usage) return {}
  return {
    Usage: { PromptTokens: inputTokens(usage), CompletionTokens: usage.output, TotalTokens: totalTokens(usage) },
  }
}

function reasonOf(finish: string): string {
  return finish === "tool-calls" ? "tool_calls" : finish
}
