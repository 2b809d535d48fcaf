/**
 * The answer of a limiter: may pass, or how long to wait, in ms. `remaining` and `limit` count requests; after `resetMs`
 * of none they are the same again. A `limit` of 0 is none.
 */
export interface RateVerdict {
  readonly allowed: boolean
  readonly retryAfterMs: number
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
}

export interface RateLimit {
  check(key: string): RateVerdict
}

const windowMs = 60_000
/** Keys kept at once; past it the ones that would pass anyway are dropped. */
const mostKeys = 100_000

/**
 * At most `perMinute` requests a minute for each key, in bursts of up to that many, and evenly after (GCRA: one number a
 * key, the time at which its burst is paid back). 0 = no limit.
 */
export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  const paidBackAt = new Map<string, number>()
  const spacingMs = windowMs / perMinute

  return {
    check(key) {
      if (perMinute === 0) return { allowed: true, retryAfterMs: 0, limit: 0, remaining: 0, resetMs: 0 }
      const at = now()
      const next = Math.max(paidBackAt.get(key) ?? at, at) + spacingMs
      const overMs = next - at - windowMs
      if (overMs > 1e-6) {
        const resetMs = next - spacingMs - at
        return { allowed: false, retryAfterMs: overMs, limit: perMinute, remaining: 0, resetMs }
      }
      if (paidBackAt.size >= mostKeys) forgetIdle(at)
      paidBackAt.set(key, next)
      const remaining = Math.floor((windowMs - (next - at)) / spacingMs + 1e-6)
      return { allowed: true, retryAfterMs: 0, limit: perMinute, remaining, resetMs: next - at }
    },
  }

  function forgetIdle(at: number): void {
    for (const [key, until] of paidBackAt) if (until <= at) paidBackAt.delete(key)
    if (paidBackAt.size >= mostKeys) paidBackAt.clear()
  }
}

/** What a caller is told of its limits: of the one that it will run into first. */
export function rateHeaders(verdicts: readonly RateVerdict[]): readonly (readonly [name: string, value: string])[] {
  const limits = verdicts.filter(({ limit }) => limit > 0)
  const [tightest] = limits.toSorted((a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining)
  if (!tightest) return []
  return [
    ["ratelimit-limit", String(tightest.limit)],
    ["ratelimit-remaining", String(tightest.remaining)],
    ["ratelimit-reset", String(Math.ceil(tightest.resetMs / 1000))],
  ]
}
