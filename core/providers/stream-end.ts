import type { SseEvent } from "./adapter.ts"
import { type StreamEnd, type SaidFailure, type WireFrame, withField } from "./client-api.ts"
import type { Usage } from "../gateway/usage.ts"
import { type JsonObject, objectOf, parseJson } from "../lib/fields.ts"

/** How the gateway ends the stream of a provider that ends its streams by closing them. */
export interface StreamEndWords {
  /** Its last event once more, saying nothing new: what `_meta` is added to. Without one, an event that says nothing. */
  echo(last: JsonObject | undefined): JsonObject
  /** The event with which it would have ended an answer at its cap, after `last`. */
  cutting(last: JsonObject | undefined, usage: Usage): JsonObject
  /** A failure as its event. */
  failing(failure: SaidFailure): WireFrame
  /** The name of its events, where they have one. */
  readonly event?: string
}

/**
 * Ends a stream with the withheld frames and `_meta` in one more event; or with a failure that contains `_meta`
 * (docs/reference/api.md, "Streams").
 */
export function closingEvents(
  kept: readonly SseEvent[],
  { first, cut, meta, failure }: StreamEnd,
  words: StreamEndWords,
): readonly WireFrame[] {
  const named = words.event === undefined ? {} : { event: words.event }
  const frames: WireFrame[] = kept.map(({ event, data }) => (event === undefined ? { data } : { event, data }))
  if (failure) {
    const failing = words.failing(failure)
    return [...frames, meta ? { ...failing, data: withField(failing.data, "_meta", meta) } : failing]
  }
  if (cut) frames.push({ ...named, data: JSON.stringify(words.cutting(read(cut.after), cut.usage)) })
  if (!meta) return frames
  const echo = words.echo(read(frames.at(-1) ?? first))
  return [...frames, { ...named, data: withField(JSON.stringify(echo), "_meta", meta) }]
}

function read(frame: SseEvent | undefined): JsonObject | undefined {
  return objectOf(parseJson(frame?.data ?? ""))
}
