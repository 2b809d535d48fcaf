import { createParser } from "eventsource-parser"
import type { SseEvent } from "#core/providers/adapter.ts"
import { apart } from "#core/providers/sse.ts"

/** An event longer than this is no chat any more, in UTF-16 units. */
const longestEvent = 4 * 1024 * 1024

/** What one piece of the network carried: its events, how many lines that say nothing, its length in UTF-16 units. */
export interface SseBatch {
  readonly events: readonly SseEvent[]
  /** Comments, and fields that nobody knows. */
  readonly silent: number
  readonly units: number
}

/**
 * The events of a stream of bytes, in batches of what one piece of the network carried: cut anywhere, also inside a
 * character. What is left without a closing blank line at the end is an event too. What says nothing is counted,
 * for it takes as much time.
 * `onPending` hears how much of an event that has not ended is kept, each time it is another number.
 * Throws an error with code `ERR_EVENT_TOO_LONG` when an event does not end.
 */
export async function* sseEvents(
  bytes: AsyncIterable<Uint8Array>,
  onPending: (units: number) => void = () => {},
): AsyncGenerator<SseBatch> {
  let batch: SseEvent[] = []
  let silent = 0
  let pending = 0
  let told = 0
  const parser = createParser({
    onEvent(event) {
      for (const part of apart(event)) batch.push(part)
      pending = 0
    },
    onComment() {
      silent += 1
      pending = 0
    },
    onError: () => void (silent += 1),
  })
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    pending += text.length
    parser.feed(text)
    if (pending !== told) onPending(pending - told)
    told = pending
    if (pending > longestEvent) throw Object.assign(new Error("event too long"), { code: "ERR_EVENT_TOO_LONG" })
    yield { events: batch, silent, units: text.length }
    batch = []
    silent = 0
  }
  parser.feed(`${decoder.decode()}\n\n`)
  if (batch.length > 0) yield { events: batch, silent, units: 0 }
}
