import type { ChatEvent, FinishReason } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { inputTokens, totalTokens, type Usage } from "#core/gateway/usage.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { bare, type FakeWire, saidIn, wordsOf } from "./fake-wire.ts"

/** Gemini's content: each piece a whole response with one candidate; the last tells why it ended. */
export const googleFake: FakeWire = {
  stream(events, { model }) {
    const { usage } = saidIn(events)
    return events.flatMap((event) => {
      if (event.type === "failure") return [bare(errorOf(event.failure))]
      if (event.type === "finish") {
        return [bare({ ...candidate(model, [{ text: "" }], event.reason, groundingOf(events)), ...countsOf(usage) })]
      }
      const part = partOf(event)
      return part ? [bare(candidate(model, [part]))] : []
    })
  },

  reply(events, { model }) {
    const { usage, finish } = saidIn(events)
    const parts = events.map(partOf).filter((part) => part !== undefined)
    return { ...candidate(model, parts, finish, groundingOf(events)), ...countsOf(usage) }
  },

  failure: errorOf,
}

function candidate(
  model: string,
  parts: readonly JsonObject[],
  finish?: FinishReason,
  grounding?: JsonObject,
): JsonObject {
  return {
    candidates: [
      {
        content: { role: "model", parts },
        index: 0,
        ...(finish && { finishReason: reasonOf(finish) }),
        ...(grounding && { groundingMetadata: grounding }),
      },
    ],
    modelVersion: model,
    responseId: "fake",
  }
}

function partOf(event: ChatEvent): JsonObject | undefined {
  if (event.type === "text-delta") return { text: event.text }
  if (event.type === "reasoning-delta") return { text: event.text, thought: true }
  if (event.type === "image") return { inlineData: { mimeType: "image/png", data: event.image.b64 } }
  if (event.type !== "tool-call") return undefined
  const { id, name, arguments: args } = event.call
  return { functionCall: { id, name, args: JSON.parse(args) as unknown } }
}

function groundingOf(events: readonly ChatEvent[]): JsonObject | undefined {
  const { searches, sources, text } = saidIn(events)
  if (searches.length === 0) return undefined
  return {
    webSearchQueries: searches,
    groundingChunks: sources.map(({ url: uri, title }) => ({ web: { uri, title } })),
    groundingSupports: sources.map((_, at) => ({ segment: { endIndex: text.length }, groundingChunkIndices: [at] })),
  }
}

function countsOf(usage: Usage | undefined): JsonObject {
  if (!usage) return {}
  return {
    usageMetadata: {
      promptTokenCount: inputTokens(usage),
      cachedContentTokenCount: usage.inputCached,
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      totalTokenCount: totalTokens(usage),
    },
  }
}

function reasonOf(finish: FinishReason): string {
  if (finish === "length") return "MAX_TOKENS"
  return finish === "content-filter" ? "SAFETY" : "STOP"
}

function errorOf(failure: Failure): JsonObject {
  const { message, code } = wordsOf(failure)
  const number = failure.kind === "upstream" ? failure.status : 500
  return { error: { code: number, message, status: code } }
}
