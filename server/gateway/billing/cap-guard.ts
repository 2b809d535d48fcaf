import type { Meter } from "./meter.ts"
import { loadTokenCounter } from "./token-counter.ts"

/** Watches that an answer ends where its cap is. Most providers see to that themselves; not all, and one has no word for it. */
export interface CapGuard {
  /** Before a batch of so many UTF-16 units is taken in: what to wait for until counting can begin; undefined for nothing. */
  ready(units: number): Promise<void> | undefined
  /** Units came that told nothing yet: half a tool call, whose text so far `unfinished` tells. */
  silent(units: number, unfinished: () => string): void
  /** Whether the answer has passed its cap without having ended. */
  passed(): boolean
}

/** Nobody's money is at stake: a call by an own key. */
export const noGuard: CapGuard = { ready: () => undefined, silent() {}, passed: () => false }

/** Our count of an honest answer may be so much above its provider's, whose vocabulary is another. */
const slack = { factor: 1.5, tokens: 16 }
/**
 * A provider that was told the cap is looked at when there are more bytes than so many tokens have in any language's prose:
 * counting takes a vocabulary of 40 MB, which answers that keep to their caps never need. What comes too late is ours to bear.
 */
const bytesPerToken = 4
/** Not less than this is counted at a time, in bytes. */
const leastCounted = 48
/** UTF-16 units of an event for each token it brings: fewer than any provider needs. */
const unitsPerToken = 8

/**
 * The guard of an answer of at most `cap` tokens. What the provider counts while it streams is believed; where it tells
 * nothing, our own count is, which is made when the bytes could be too many (a token covers at least one). `enforced`: the
 * provider was told the cap and has to be far beyond it before it is taken for one that does not care.
 */
export function createCapGuard(cap: number, enforced: boolean, meter: Meter): CapGuard {
  const most = enforced ? Math.ceil(cap * slack.factor) + slack.tokens : cap
  let counter: ((text: string) => number) | undefined
  let counted = 0
  let pieces = 0
  let nextAt = enforced ? bytesPerToken * most : most
  let hidden = 0
  let hiddenAt = nextAt
  let held = 0
  let seen = 0
  let seenBytes = 0

  const told = () => (meter.usage()?.output ?? 0) > 0
  const limit = () => (told() ? 2 * most : most)
  const mayPass = (units: number) => {
    const bytes = meter.outputBytes() + hidden
    return (enforced ? bytes : 2 * bytes) > nextAt || units > unitsPerToken * most
  }

  return {
    ready(units) {
      if (counter !== undefined || !mayPass(units)) return undefined
      return loadTokenCounter().then((count) => void (counter = count))
    },
    silent(units, unfinished) {
      hidden += units
      if (counter === undefined || hidden <= hiddenAt) return
      held = counter(unfinished())
      hiddenAt = hidden + Math.max(hidden >> 2, leastCounted)
    },
    passed() {
      const bytes = meter.outputBytes()
      // What only tells an end or a count adds nothing to an answer, however long it was.
      if (meter.finish() !== undefined || bytes + hidden === seen) return false
      seen = bytes + hidden
      // What was held back may be what has just been told.
      if (bytes !== seenBytes) held = 0
      seenBytes = bytes
      if ((meter.usage()?.output ?? 0) > cap) return true
      if (counter !== undefined && bytes > nextAt) {
        counted += counter(meter.outputText(pieces))
        // Pieces that are counted apart come to a little more than their whole.
        if (counted > limit()) counted = counter(meter.outputText())
        pieces = meter.outputPieces()
        nextAt = bytes + Math.max(2 * (limit() - counted), leastCounted)
      }
      return counted + held > limit()
    },
  }
}
