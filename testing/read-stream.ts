import { createParser } from "eventsource-parser"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Adapter, SseEvent } from "#core/providers/adapter.ts"
import { apart, frame } from "#core/providers/sse.ts"

/** Reads the bytes of a stream as a caller of an adapter does: UTF-8 as a stream, SSE events, then the adapter. */
export function readStream<State>(adapter: Adapter<State>, pieces: Iterable<Uint8Array>): readonly ChatEvent[] {
  let state = adapter.start()
  const events: ChatEvent[] = []
  for (const event of splitEvents(pieces)) {
    const [next, decoded] = adapter.decodeEvent(state, event)
    state = next
    events.push(...decoded)
  }
  return [...events, ...adapter.decodeEnd(state)]
}

/** Reads a stream of these payloads: objects as JSON, texts as they are. */
export function readEvents<State>(
  adapter: Adapter<State>,
  payloads: readonly (object | string)[],
): readonly ChatEvent[] {
  const body = payloads
    .map((payload) => frame(typeof payload === "string" ? payload : JSON.stringify(payload)))
    .join("")
  return readStream(adapter, [new TextEncoder().encode(body)])
}

/** The SSE events in the bytes, however they are cut; what a cut stream leaves in the buffer is flushed at its end. */
export function splitEvents(pieces: Iterable<Uint8Array>): readonly SseEvent[] {
  const events: SseEvent[] = []
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: (event) => events.push(...apart(event)) })
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }))
  parser.feed(`${decoder.decode()}\n\n`)
  return events
}

/** The bytes in slices of `size`. */
export function* slices(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The bytes of each SSE event, its blank line included. */
export function* frames(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const blank = blankLineAt(bytes, at)
    if (blank === 0) continue
    yield bytes.subarray(start, at + blank)
    start = at + blank
    at = start - 1
  }
  if (start < bytes.length) yield bytes.subarray(start)
}

const lf = 10
const cr = 13

/** Length of the blank line (with the end of the line before it) that starts here; 0 when none does. */
function blankLineAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === lf && bytes[at + 1] === lf) return 2
  const crlf = bytes[at] === cr && bytes[at + 1] === lf && bytes[at + 2] === cr && bytes[at + 3] === lf
  return crlf ? 4 : 0
}
