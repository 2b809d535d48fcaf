import type { WireFrame } from "../client-api.ts"
import { type JsonObject, objectOf, objectsOf } from "../../lib/fields.ts"

/** A whole chat reply as the chunks that would have brought it: who reads a stream looks for `delta`. Another reply as it is. */
export function chunksOf(reply: JsonObject): readonly WireFrame[] {
  const { choices, usage, object: _, ...head } = reply
  const choice = objectsOf(choices)[0]
  const message = objectOf(choice?.["message"])
  if (choice === undefined || message === undefined) return [{ data: JSON.stringify(reply) }]
  const { message: _message, finish_reason = "stop", ...rest } = choice
  const calls = objectsOf(message["tool_calls"]).map((call, index) => ({ index, ...call }))
  const delta = { ...message, ...(calls.length > 0 && { tool_calls: calls }) }
  const { id, created, model } = head
  const bare = { id, object: "chat.completion.chunk", created, model }
  const chunks: JsonObject[] = [
    { ...head, object: bare.object, choices: [{ ...rest, index: 0, delta, finish_reason: null }] },
    { ...bare, choices: [{ index: 0, delta: {}, finish_reason }] },
    ...(objectOf(usage) ? [{ ...bare, choices: [], usage }] : []),
  ]
  return chunks.map((chunk) => ({ data: JSON.stringify(chunk) }))
}
