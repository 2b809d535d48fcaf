import type { Outcome } from "./outcome.ts"

/** The calls that a watcher of a run receives. A frame is one whole server-sent event. */
export interface Watcher {
  frames(frames: readonly Buffer[]): void
  /** A whole answer is there at once, and whoever has this reads it at their own pace; all others get it as frames. */
  replaced?(): void
  end(outcome: Outcome): void
}

/** Who watches a run. A watcher that throws is dropped, and keeps no other from hearing. */
export class Watchers {
  readonly #all = new Set<Watcher>()
  readonly #onFailed: (error: unknown) => void

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed
  }

  get size(): number {
    return this.#all.size
  }

  /** Returns how to leave. */
  add(watcher: Watcher): () => void {
    this.#all.add(watcher)
    return () => void this.#all.delete(watcher)
  }

  frames(fresh: readonly Buffer[]): void {
    for (const watcher of this.#all) this.#tell(watcher, showFrames, fresh)
  }

  /** `show` tells a watcher that another run stands in the place of the one it has watched. */
  replaced(show: (watcher: Watcher) => void): void {
    for (const watcher of this.#all) this.#tell(watcher, show, undefined)
  }

  /** Tells all that it is over; then nobody watches. */
  end(outcome: Outcome): void {
    const watchers = [...this.#all]
    this.#all.clear()
    for (const watcher of watchers) this.#tell(watcher, showEnd, outcome)
  }

  #tell<What>(watcher: Watcher, how: (watcher: Watcher, what: What) => void, what: What): void {
    try {
      how(watcher, what)
    } catch (error) {
      this.#all.delete(watcher)
      this.#onFailed(error)
    }
  }
}

// Told thousands of times a second: a function made for each time would be work of its own.
const showFrames = (watcher: Watcher, fresh: readonly Buffer[]) => watcher.frames(fresh)
const showEnd = (watcher: Watcher, outcome: Outcome) => watcher.end(outcome)

/** A watcher who has seen the next `count` frames elsewhere: they are left out for it. */
export function skipping(count: number, reader: Watcher): Watcher {
  let known = count
  return {
    frames(frames) {
      const fresh = frames.slice(known)
      known -= frames.length - fresh.length
      if (fresh.length > 0) reader.frames(fresh)
    },
    end: (outcome) => reader.end(outcome),
  }
}
