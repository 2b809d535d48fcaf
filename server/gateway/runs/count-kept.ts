import { createParser } from "eventsource-parser"
import type { Adapter } from "#core/providers/adapter.ts"
import { countText } from "../billing/token-count.ts"

/** Counts the tokens of answers that are on disk; undefined where there are too many of them to be counted. */
export type KeptCounter = (pieces: readonly string[], adapter: Adapter<unknown>) => Promise<number | undefined>

/**
 * The most text whose tokens are counted after a crash, in UTF-16 units: that takes a second or two. For the rest, the estimate
 * that was noted while it arrived is good enough.
 */
const mostCounted = 512 * 1024

/**
 * Counts by the vocabulary that answers without a usage are charged by. `pieces` hold whole frames as they went over the
 * wire, which the adapter of that API understands.
 */
export function createKeptCounter(): KeptCounter {
  let left = mostCounted
  return async (pieces, adapter) => {
    if (left <= 0) return undefined
    const text = textIn(pieces, adapter)
    left -= text.length
    return left < 0 ? undefined : countText(text)
  }
}

/** All that is billed as output of what was said. */
function textIn(pieces: readonly string[], adapter: Adapter<unknown>): string {
  let state = adapter.start()
  const texts: string[] = []
  const parser = createParser({
    onEvent(event) {
      const [next, events] = adapter.decodeEvent(state, event)
      state = next
      for (const told of events) {
        if (told.type === "text-delta" || told.type === "reasoning-delta") texts.push(told.text)
        else if (told.type === "tool-call") texts.push(`${told.call.name}${told.call.arguments}`)
      }
    },
  })
  for (const piece of pieces) parser.feed(piece)
  return texts.join("") + adapter.unfinished(state)
}
