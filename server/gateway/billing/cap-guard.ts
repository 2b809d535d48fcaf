import { lacksOutput } from "#core/gateway/usage.ts"
import type { Meter } from "./meter.ts"
import { bytesPerToken } from "./token-count.ts"
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
/** Not less than this is counted at a time, in bytes. */
const leastCounted = 48
/** UTF-16 units of an event for each token it brings: fewer than any provider needs. */
const unitsPerToken = 8

/**
 * The guard of an answer of at most `cap` tokens. What the provider counts while it streams is believed; where it tells
 * nothing, our own count is, which is made when the bytes could be too many (a token covers at least one). `enforced`: the
 * provider was told the cap and has to be far beyond it before it is taken for one that does not care.
 */
export class CountingGuard implements CapGuard {
  readonly #cap: number
  readonly #enforced: boolean
  readonly #meter: Meter
  readonly #most: number
  #counter: ((text: string) => number) | undefined
  #counted = 0
  #pieces = 0
  #nextAt: number
  #hidden = 0
  #hiddenAt: number
  #held = 0
  #seen = 0
  #seenBytes = 0

  constructor(cap: number, enforced: boolean, meter: Meter) {
    this.#cap = cap
    this.#enforced = enforced
    this.#meter = meter
    this.#most = enforced ? Math.ceil(cap * slack.factor) + slack.tokens : cap
    // A provider that was told the cap is looked at when there are more bytes than so many tokens have in any language's prose:
    // counting takes a vocabulary of 40 MB, which answers that keep to their caps never need. What comes too late is ours to bear.
    this.#nextAt = enforced ? bytesPerToken * this.#most : this.#most
    this.#hiddenAt = this.#nextAt
  }

  ready(units: number): Promise<void> | undefined {
    if (this.#counter !== undefined || !this.#mayPass(units)) return undefined
    return loadTokenCounter().then((count) => void (this.#counter = count))
  }

  silent(units: number, unfinished: () => string): void {
    this.#hidden += units
    if (this.#counter === undefined || this.#hidden <= this.#hiddenAt) return
    this.#held = this.#counter(unfinished())
    this.#hiddenAt = this.#hidden + Math.max(this.#hidden >> 2, leastCounted)
  }

  passed(): boolean {
    const bytes = this.#meter.outputBytes()
    // An event that only reports an end or a count adds nothing to the answer.
    if (this.#meter.finish() !== undefined || bytes + this.#hidden === this.#seen) return false
    this.#seen = bytes + this.#hidden
    // Output that was held back may be part of the event that was just passed on.
    if (bytes !== this.#seenBytes) this.#held = 0
    this.#seenBytes = bytes
    const told = this.#told()
    if (told > this.#cap) return true
    const limit = told > 0 ? 2 * this.#most : this.#most
    if (this.#counter !== undefined && bytes > this.#nextAt) {
      this.#counted += this.#counter(this.#meter.outputText(this.#pieces))
      // Pieces that are counted apart come to a little more than their whole.
      if (this.#counted > limit) this.#counted = this.#counter(this.#meter.outputText())
      this.#pieces = this.#meter.outputPieces()
      this.#nextAt = bytes + Math.max(2 * (limit - this.#counted), leastCounted)
    }
    return this.#counted + this.#held > limit
  }

  #told(): number {
    const usage = this.#meter.usage()
    return usage === undefined || lacksOutput(usage) ? 0 : usage.output
  }

  #mayPass(units: number): boolean {
    const bytes = this.#meter.outputBytes() + this.#hidden
    return (this.#enforced ? bytes : 2 * bytes) > this.#nextAt || units > unitsPerToken * this.#most
  }
}
