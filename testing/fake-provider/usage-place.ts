import { type JsonObject, objectOf, objectsOf, parseJson } from "#core/lib/fields.ts"
import { doneMarker } from "#core/providers/sse.ts"

/** Where OpenAI-shaped servers put the usage of a stream. All but `missing` say the same in the end. */
export const usagePlaces = [
  "last",
  "missing",
  "every-chunk",
  "before-finish",
  "with-finish",
  "in-choice",
  "empty-delta",
  "twice",
  "after-done",
] as const
export type UsagePlace = (typeof usagePlaces)[number]

/** Moves the usage of an encoded stream (its payloads) to another place. */
export function placeUsage(payloads: readonly string[], place: UsagePlace): readonly string[] {
  const chunks = payloads.map((payload) => objectOf(parseJson(payload)))
  const at = chunks.findIndex((chunk) => objectOf(chunk?.["usage"]))
  const chunk = chunks[at]
  const usage = objectOf(chunk?.["usage"])
  if (!chunk || !usage || place === "last") return payloads
  const usageChunk = JSON.stringify(chunk)
  const others = payloads.filter((_, index) => index !== at)
  const finishAt = others.findIndex((payload) => finishes(objectOf(parseJson(payload))))
  switch (place) {
    case "missing":
      return others
    case "every-chunk":
      // The last of them is the done marker; the one before it has the whole.
      return others.map((payload, index) =>
        withUsage(payload, growing(usage, Math.min(1, (index + 1) / (others.length - 1)))),
      )
    case "before-finish":
      return [...others.slice(0, finishAt), usageChunk, ...others.slice(finishAt)]
    case "with-finish":
      return others.map((payload, index) => (index === finishAt ? withUsage(payload, usage) : payload))
    case "in-choice":
      return others.map((payload, index) => (index === finishAt ? withUsageInChoice(payload, usage) : payload))
    case "empty-delta":
      return payloads.with(at, JSON.stringify({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: null }] }))
    case "twice":
      return [...payloads.slice(0, at), withUsage(usageChunk, growing(usage, 0.5)), ...payloads.slice(at)]
    case "after-done":
      return [...others, usageChunk]
  }
}

function finishes(chunk: JsonObject | undefined): boolean {
  return typeof objectsOf(chunk?.["choices"])[0]?.["finish_reason"] === "string"
}

function withUsage(payload: string, usage: JsonObject): string {
  return payload === doneMarker ? payload : JSON.stringify({ ...objectOf(parseJson(payload)), usage })
}

function withUsageInChoice(payload: string, usage: JsonObject): string {
  const chunk = objectOf(parseJson(payload))
  return JSON.stringify({ ...chunk, choices: objectsOf(chunk?.["choices"]).map((choice) => ({ ...choice, usage })) })
}

/** The usage as a server tells it on the way: the completion grows up to the whole. */
function growing(usage: JsonObject, part: number): JsonObject {
  const completion_tokens = Math.floor(Number(usage["completion_tokens"]) * part)
  return { ...usage, completion_tokens, total_tokens: Number(usage["prompt_tokens"]) + completion_tokens }
}
