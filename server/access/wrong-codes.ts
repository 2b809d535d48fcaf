import type { Failure } from "#core/gateway/failure.ts"
import type { Wait } from "../wait.ts"
import { addressPrefix } from "../http/address-steps.ts"

const firstDelayMs = 200
const longestDelayMs = 5_000
/** Who behaves for this long starts afresh. */
const forgottenMs = 10 * 60_000
/** Wrong codes from one neighbourhood of addresses, after which more of them are not even waited for. */
const mostWrong = 100
const mostAddresses = 10_000
/** Wrong tries that wait at once; more would be a way to tie up connections. */
const mostWaiting = 1_000

/** Makes guessing codes slow: each wrong one costs its address more time than the last. A right one never waits. */
export interface WrongCodes {
  /** Passes when the wrong try has waited; a failure, at once, where there were too many. */
  slow(address: string): Promise<Failure | undefined>
}

export function createWrongCodes(now: () => number, wait: Wait): WrongCodes {
  const ofAddress = createTally(now)
  const ofNeighbourhood = createTally(now)
  let waiting = 0
  return {
    async slow(address) {
      const subscriber = addressPrefix(address)
      const count = ofAddress(subscriber)
      if (ofNeighbourhood(neighbourhoodOf(subscriber)) > mostWrong) return tooMany(forgottenMs)
      if (waiting >= mostWaiting) return tooMany(longestDelayMs)
      waiting += 1
      await wait(Math.min(firstDelayMs * 2 ** (count - 1), longestDelayMs))
      waiting -= 1
      return undefined
    },
  }
}

function tooMany(retryAfterMs: number): Failure {
  return { kind: "too-many-requests", retryAfterMs }
}

/** The addresses that one person can easily have many of: an IPv4 /24, an IPv6 /48. */
function neighbourhoodOf(subscriber: string): string {
  const separator = subscriber.includes(":") ? ":" : "."
  return subscriber.split(separator).slice(0, 3).join(separator)
}

/** Counts wrong tries by name; the longest unheard of are forgotten first. */
function createTally(now: () => number): (name: string) => number {
  const tries = new Map<string, { readonly count: number; readonly at: number }>()
  return (name) => {
    const before = tries.get(name)
    const count = before && before.at > now() - forgottenMs ? before.count + 1 : 1
    tries.delete(name)
    tries.set(name, { count, at: now() })
    const oldest = tries.keys().next().value
    if (tries.size > mostAddresses && oldest !== undefined) tries.delete(oldest)
    return count
  }
}
