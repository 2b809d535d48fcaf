import type { SseEvent } from "./adapter.ts"
import { type Ending, type SaidFailure, type WireFrame, withField } from "./chat-wire.ts"
import { type JsonObject, objectOf, parseJson } from "./json.ts"

/** How a provider that ends its streams by closing them is ended by the gateway. */
export interface ClosingWords {
  /** Its last event once more, saying nothing new: what `_meta` is added to. Without one, an event that says nothing. */
  echo(last: JsonObject | undefined): JsonObject
  /** A failure as its event. */
  failing(failure: SaidFailure): WireFrame
  /** The name of its events, where they have one. */
  readonly event?: string
}

/** The frames withheld, then either a failure or nothing; `_meta` rides in one event more (`CONTRACT.md` §4). */
export function closingEvents(
  kept: readonly SseEvent[],
  { first, meta, failure }: Ending,
  words: ClosingWords,
): readonly WireFrame[] {
  const named = words.event === undefined ? {} : { event: words.event }
  const frames: WireFrame[] = kept.map(({ event, data }) => (event === undefined ? { data } : { event, data }))
  if (meta) {
    const last = objectOf(parseJson((kept.at(-1) ?? first)?.data ?? ""))
    frames.push({ ...named, data: withField(JSON.stringify(words.echo(last)), "_meta", meta) })
  }
  return failure ? [...frames, words.failing(failure)] : frames
}
