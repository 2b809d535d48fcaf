import type { MaybePromise } from "./maybe-promise.ts"

/** The stops before the first output that cost nothing, per caller and hour (docs/money.md, A3). */
const freeStops = 10
const hourMs = 60 * 60_000
const mostOwners = 20_000

/** Who stops answers before they begin: providers bill us for those prompts, so not many of them are free. */
export interface FreeStopLimit {
  /** Counts one more under each name; true when it is one too many under any, and its prompt is to be charged. */
  tooMany(names: readonly string[]): MaybePromise<boolean>
}

/** Remembers at most eleven moments of each of the callers who did it last. */
export function createFreeStopLimit(now: () => number): FreeStopLimit {
  const stops = new Map<string, readonly number[]>()
  return { tooMany: (names) => names.map(isTooMany).includes(true) }

  function isTooMany(owner: string): boolean {
    const at = now()
    const recent = [...(stops.get(owner) ?? []).filter((then) => then > at - hourMs), at].slice(-freeStops - 1)
    stops.delete(owner)
    stops.set(owner, recent)
    const oldest = stops.keys().next().value
    if (stops.size > mostOwners && oldest !== undefined) stops.delete(oldest)
    return recent.length > freeStops
  }
}
