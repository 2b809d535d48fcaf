import type { SseEvent } from "./adapter.ts"
import { objectOf, parseJson } from "../lib/fields.ts"

/** One server-sent event around a payload of one line, as chat streams carry it. */
export function frame(data: string): string {
  return `data: ${data}\n\n`
}

/** The payload that ends an OpenAI-shaped stream. */
export const doneMarker = "[DONE]"

/**
 * The events in one. Between events stands an empty line; where it is not quite empty (in Tencent's own samples it holds a
 * tab), or missing, several run together: their payloads are the lines of one.
 */
export function apart(event: SseEvent): readonly SseEvent[] {
  if (event.event !== undefined || !event.data.includes("\n")) return [event]
  const lines = event.data.split("\n").filter((line) => line.trim() !== "")
  return lines.length > 1 && lines.every(isPayload) ? lines.map((data) => ({ ...event, data })) : [event]
}

function isPayload(line: string): boolean {
  return line.trim() === doneMarker || objectOf(parseJson(line)) !== undefined
}
