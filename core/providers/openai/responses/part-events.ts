import type { ChatEvent } from "../../../gateway/chat-event.ts"
import { mostKept } from "../../answer-limits.ts"
import { indexOf, type JsonObject, objectsOf, textOf } from "../../../lib/fields.ts"
import { citationsIn } from "../decode-parts.ts"
import type { Part, ResponseStream } from "./state.ts"

export type Step = readonly [ResponseStream, readonly ChatEvent[]]
export type Kind = "text" | "reasoning"

/** The name by which the pieces of one part belong together. */
export function keyOf(kind: Kind, output: unknown, part: unknown): string {
  return `${kind}:${indexOf(output) ?? 0}:${indexOf(part) ?? 0}`
}

/** A piece of a part, as it came. */
export function say(state: ResponseStream, kind: Kind, key: string, text: string | undefined): Step {
  if (text === undefined) return [state, []]
  const heard = state.heard[kind] ? state.heard : { ...state.heard, [kind]: true }
  return tell({ ...state, heard }, kind, key, text)
}

/** A part told whole: what of it was not told in pieces. */
export function sayRest(state: ResponseStream, kind: Kind, key: string, text: string | undefined): Step {
  const said = state.parts.find((part) => part.key === key)?.said
  if (text === undefined || (said === undefined && state.heard[kind])) return [state, []]
  const rest = text.slice(said ?? 0)
  return rest === "" ? [state, []] : tell(state, kind, key, rest)
}

/** The sources of a part that were not told; their positions count from its beginning, ours from the answer's. */
export function cite(
  state: ResponseStream,
  key: string,
  annotations: readonly JsonObject[],
  from: "piece" | "whole",
): Step {
  const part = state.parts.find((part) => part.key === key) ?? { key, said: 0, start: state.length, cited: 0 }
  const fresh = from === "piece" ? annotations : annotations.slice(part.cited)
  const citations = citationsIn({ annotations: fresh })
  if (fresh.length === 0) return [state, []]
  const events = citations.map(({ start, end, ...citation }): ChatEvent => ({
    type: "citation",
    citation: {
      ...citation,
      ...(start !== undefined && { start: start + part.start }),
      ...(end !== undefined && { end: end + part.start }),
    },
  }))
  return [withPart(state, { ...part, cited: part.cited + fresh.length }), events]
}

/**
 * The events of a whole item that were not sent yet: text, refusals and sources of messages; the summary of reasoning,
 * or the reasoning itself of an open model.
 */
export function sayItem(state: ResponseStream, item: JsonObject, output: unknown): Step {
  const thinks = item["type"] === "reasoning"
  if (!thinks && item["type"] !== "message") return [state, []]
  let next = state
  const summary = thinks ? objectsOf(item["summary"]) : []
  const events = (summary.length > 0 ? summary : objectsOf(item["content"])).slice(0, mostKept).flatMap((part, at) => {
    const kind = thinks ? "reasoning" : "text"
    const key = keyOf(kind, output, at)
    const known = next.parts.some((other) => other.key === key)
    const [said, words] = sayRest(next, kind, key, textOf(part["text"]) ?? textOf(part["refusal"]))
    next = said
    if (thinks || (!known && words.length === 0)) return words
    const [cited, sources] = cite(next, key, objectsOf(part["annotations"]), "whole")
    next = cited
    return [...words, ...sources]
  })
  return [next, events]
}

function tell(state: ResponseStream, kind: Kind, key: string, text: string): Step {
  const part = state.parts.find((part) => part.key === key) ?? { key, said: 0, start: state.length, cited: 0 }
  const next = withPart(state, { ...part, said: part.said + text.length })
  return [
    { ...next, answered: true, length: next.length + (kind === "text" ? text.length : 0) },
    [{ type: kind === "text" ? "text-delta" : "reasoning-delta", text }],
  ]
}

function withPart(state: ResponseStream, part: Part): ResponseStream {
  return { ...state, parts: [...state.parts.filter(({ key }) => key !== part.key), part].slice(-mostKept) }
}
