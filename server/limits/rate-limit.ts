import { addressSteps } from "./address-steps.ts"
import type { MaybePromise } from "./maybe-promise.ts"

/**
 * The answer of a limiter: may pass, or how long to wait, in ms. `remaining` and `limit` count requests; after `resetMs`
 * of none they are the same again. A `limit` of 0 means that there is no limit.
 */
export interface RateVerdict {
  readonly allowed: boolean
  readonly retryAfterMs: number
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
}

/** Counts a request under a name, and says whether it may pass. */
export interface RateLimit {
  check(name: string): MaybePromise<RateVerdict>
}

/** The same, counted by this process. */
export interface MemoryRateLimit {
  check(name: string): RateVerdict
}

const windowMs = 60_000
/** Keys kept at once; how many of them are looked at to make room for another. */
const mostKeys = 100_000
const lookedAt = 8
/** The limit of all addresses of one /48 together, as a multiple of one subscriber's. */
export const networkShare = 4

const unlimited: RateVerdict = { allowed: true, retryAfterMs: 0, limit: 0, remaining: 0, resetMs: 0 }

/**
 * At most `perMinute` requests a minute for each key, in bursts of up to that many, and evenly after (GCRA: one number a
 * key, the time at which its burst is paid back). 0 = no limit.
 */
export function createRateLimit(perMinute: number, now: () => number): MemoryRateLimit {
  const paidBackAt = new Map<string, number>()
  /** The same keys in an order, where the next few to be looked at stand. */
  const keys: string[] = []
  let place = 0
  const spacingMs = windowMs / perMinute

  return {
    check(key) {
      if (perMinute === 0) return unlimited
      const at = now()
      const before = paidBackAt.get(key)
      const next = Math.max(before ?? at, at) + spacingMs
      const overMs = next - at - windowMs
      if (overMs > 1e-6) {
        const resetMs = next - spacingMs - at
        return { allowed: false, retryAfterMs: overMs, limit: perMinute, remaining: 0, resetMs }
      }
      if (before === undefined) {
        if (keys.length < mostKeys) keys.push(key)
        else keys[placeOfLeast()] = key
      }
      paidBackAt.set(key, next)
      const remaining = Math.floor((windowMs - (next - at)) / spacingMs + 1e-6)
      return { allowed: true, retryAfterMs: 0, limit: perMinute, remaining, resetMs: next - at }
    },
  }

  /**
   * The place of whoever owes least of a few, who is forgotten. Somebody who makes keys without end makes each of them owe
   * little, and so forgets their own, not what those owe who are at their limit.
   */
  function placeOfLeast(): number {
    let least = place
    for (let i = 0; i < lookedAt; i++) {
      if (owedAt(place) < owedAt(least)) least = place
      place = (place + 1) % mostKeys
    }
    paidBackAt.delete(keys[least] ?? "")
    return least
  }

  function owedAt(at: number): number {
    return paidBackAt.get(keys[at] ?? "") ?? 0
  }
}

/** The same for addresses: a subscriber has `perMinute` to themselves, all of one /48 four times that. */
export function createAddressRate(perMinute: number, now: () => number): MemoryRateLimit {
  const subscribers = createRateLimit(perMinute, now)
  const networks = createRateLimit(perMinute * networkShare, now)
  return {
    check(address) {
      const [subscriber = address, network] = addressSteps(address)
      const verdict = subscribers.check(subscriber)
      if (!verdict.allowed || network === undefined) return verdict
      const wider = networks.check(network)
      return wider.allowed ? verdict : wider
    },
  }
}

/** The rate headers of a reply: those of the limit that the caller will reach first. */
export function rateHeaders(verdicts: readonly RateVerdict[]): readonly (readonly [name: string, value: string])[] {
  let tightest: RateVerdict | undefined
  for (const verdict of verdicts) if (verdict.limit > 0 && isTighter(verdict, tightest)) tightest = verdict
  if (tightest === undefined) return []
  return [
    ["ratelimit-limit", String(tightest.limit)],
    ["ratelimit-remaining", String(tightest.remaining)],
    ["ratelimit-reset", String(Math.ceil(tightest.resetMs / 1000))],
  ]
}

function isTighter(one: RateVerdict, other: RateVerdict | undefined): boolean {
  if (other === undefined || one.allowed !== other.allowed) return other === undefined || other.allowed
  return one.remaining < other.remaining
}
