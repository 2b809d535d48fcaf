import type { Wait } from "../../time/wait.ts"

/**
 * The work of an event besides its length, in bytes: a million events of one letter are more work than their letters.
 */
const bytesPerEvent = 512
/** A stream at this pace passes freely: four hundred events a second, which hardly any model writes. In bytes a second. */
const freePerSecond = 256 * 1024
/** The common bandwidth of all faster streams, in bytes a second. */
const sharedPerSecond = 3 * 1024 * 1024
/** How much of a second's bandwidth may be used at once, in ms. */
const burstMs = 1_000

/**
 * How fast streams are worked on that nobody pays us for: an own key is any word, and its provider may be a stranger's, too.
 * Answers of models never wait; a flood waits for its turn, at its provider, and leaves the processor to everybody else.
 */
export interface Pace {
  begin(signal: AbortSignal): PacedStream
}

/** Each call gets the size of a piece and returns what to wait for before the next read. Comments and crumbs count as events. */
export type PacedStream = (bytes: number, events: number) => Promise<void> | undefined

export function createPace(wait: Wait, now: () => number = () => performance.now()): Pace {
  const shared = createBucket(sharedPerSecond, now)
  return {
    begin(signal) {
      const free = createBucket(freePerSecond, now)
      return (bytes, events) => {
        const units = workOf(bytes, events)
        if (free(units) === 0) return undefined
        const waitMs = shared(units)
        return waitMs > 0 ? wait(waitMs, signal) : undefined
      }
    },
  }
}

/** The work of a piece of a stream, in bytes. */
export function workOf(bytes: number, events: number): number {
  return bytes + events * bytesPerEvent
}

/** Takes so much, and answers after how many ms it is paid back but for a burst. */
function createBucket(perSecond: number, now: () => number): (units: number) => number {
  let paidBackAt = 0
  return (units) => {
    const at = now()
    paidBackAt = Math.max(paidBackAt, at) + (units / perSecond) * 1_000
    return Math.max(0, paidBackAt - at - burstMs)
  }
}
