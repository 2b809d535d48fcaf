import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Breaker, breakerAfter, breakerAllows, type BreakerEvent, closedBreaker } from "./circuit-breaker.ts"
import { chooseKey, firstByteAfter, keyRestMs, keyTroubleOf } from "./key-choice.ts"
import { budgetAfterRequest, budgetAfterRetry, fullBudget, mostRetriesSaved, type RetryBudget } from "./retry-budget.ts"
import { serverRetryDelayMs } from "./retry-policy.ts"

/** One letter a second: o succeeded, x failed, b began, l left, . nothing. */
const letters: Record<string, BreakerEvent> = { o: "succeeded", x: "failed", b: "began", l: "left" }
function after(story: string, from: Breaker = closedBreaker, atMs = 0): Breaker {
  return [...story].reduce((breaker, letter, second) => {
    const event = letters[letter]
    return event === undefined ? breaker : breakerAfter(breaker, event, atMs + second * 1_000)
  }, from)
}

describe("the breaker", () => {
  it("opens at half of at least eight failing, not before", () => {
    expect(after("xxxxxxx").kind).toBe("closed")
    expect(after("xxxxxxxx").kind).toBe("open")
    expect(after("oooooxxxx").kind).toBe("closed")
    expect(after("ooooxxxx").kind).toBe("open")
  })

  it("forgets what is older than half a minute", () => {
    expect(after(`xxxxxxx${".".repeat(40)}x`).kind).toBe("closed")
    expect(after(`ooooooooo${".".repeat(40)}xxxxxxxx`).kind).toBe("open")
  })

  it("learns nothing from what was stopped", () => {
    expect(after("llllllllllll")).toEqual(closedBreaker)
  })

  it("lets one through after 5 s, and the others when that one came back well", () => {
    const open = after("xxxxxxxx")
    expect(breakerAllows(open, 11_999)).toBe(false)
    expect(breakerAllows(open, 12_000)).toBe(true)
    const probing = breakerAfter(open, "began", 12_000)
    expect(breakerAllows(probing, 12_001)).toBe(false)
    expect(breakerAfter(probing, "succeeded", 13_000)).toEqual(closedBreaker)
    expect(breakerAllows(breakerAfter(probing, "left", 13_000), 13_000)).toBe(true)
    expect(breakerAllows(probing, 42_000)).toBe(true)
  })

  it("waits twice as long after each probe that fails, at most two minutes", () => {
    let breaker = after("xxxxxxxx")
    const waits: number[] = []
    for (let probe = 0; probe < 7 && breaker.kind === "open"; probe++) {
      const at: number = breaker.untilMs
      waits.push(breaker.lastedMs)
      breaker = breakerAfter(breakerAfter(breaker, "began", at), "failed", at)
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000])
  })

  it("never stays shut for ever, whatever happens", () => {
    const events = fc.array(
      fc.tuple(fc.constantFrom<BreakerEvent>("began", "succeeded", "failed", "left"), fc.nat(60_000)),
    )
    fc.assert(
      fc.property(events, (story) => {
        let at = 0
        let breaker = closedBreaker
        for (const [event, later] of story) breaker = breakerAfter(breaker, event, (at += later))
        expect(breakerAllows(breaker, at + 120_000)).toBe(true)
      }),
    )
  })
})

describe("the retry budget", () => {
  const spend = (budget: RetryBudget, nowMs: number, tries: number) => {
    let spent = 0
    for (let next: RetryBudget | undefined = budget; spent < tries; spent++) {
      next = budgetAfterRetry(next, nowMs)
      if (next === undefined) return spent
    }
    return spent
  }

  it("is a tenth of the requests in an outage, beside what was saved", () => {
    let budget = fullBudget(0)
    let retries = 0
    for (let request = 0; request < 1_000; request++) {
      budget = budgetAfterRequest(budget, 0)
      const next = budgetAfterRetry(budget, 0)
      if (next === undefined) continue
      budget = next
      retries++
    }
    expect(retries).toBeGreaterThanOrEqual(100)
    expect(retries).toBeLessThanOrEqual(100 + mostRetriesSaved)
  })

  it("gives a quiet server one every ten seconds, and saves no more than ten", () => {
    const empty = { saved: 0, atMs: 0 }
    expect(spend(empty, 9_999, 99)).toBe(0)
    expect(spend(empty, 10_000, 99)).toBe(1)
    expect(spend(empty, 3_600_000, 99)).toBe(mostRetriesSaved)
    expect(spend({ saved: 0, atMs: 60_000 }, 0, 99)).toBe(0)
  })
})

describe("a retry with another key", () => {
  const call = { retries: 0, elapsedMs: 0, random: 0.5 } as const

  it("is worth it at once when the provider refused the first one, and only then", () => {
    for (const status of [401, 402, 403, 404]) {
      expect(serverRetryDelayMs({ ...call, status, otherKey: true })).toBe(0)
      expect(serverRetryDelayMs({ ...call, status, otherKey: false })).toBeUndefined()
    }
    for (const status of [400, 422]) expect(serverRetryDelayMs({ ...call, status, otherKey: true })).toBeUndefined()
  })

  it("does not wait for what the provider asked of the first one", () => {
    expect(serverRetryDelayMs({ ...call, status: 429, retryAfterMs: 86_400_000, otherKey: true })).toBe(250)
  })

  it("counts among the retries there may be", () => {
    expect(serverRetryDelayMs({ ...call, status: 401, otherKey: true, retries: 2 })).toBeUndefined()
    expect(serverRetryDelayMs({ ...call, status: 503, otherKey: true, mostRetries: 0 })).toBeUndefined()
    expect(serverRetryDelayMs({ ...call, status: 401, otherKey: true, elapsedMs: 10_000 })).toBeUndefined()
  })
})

describe("the choice of a key", () => {
  it("is the less busy, faster one of the two drawn", () => {
    const keys = [
      { inFlight: 3, firstByteMs: 400 },
      { inFlight: 0, firstByteMs: 500 },
    ]
    for (const random of [0, 0.49, 0.5, 0.99]) expect(chooseKey(keys, random)).toBe(1)
  })

  it("draws every key, and never one that is not there", () => {
    const same = { inFlight: 0, firstByteMs: undefined }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), (count) => {
        const keys = Array.from({ length: count }, () => same)
        const drawn = new Set(Array.from({ length: 500 }, (_, i) => chooseKey(keys, i / 500)))
        expect(drawn).toEqual(new Set(keys.keys()))
      }),
    )
    expect(chooseKey([], 0.5)).toBeUndefined()
  })

  it("tries a key nobody knows yet", () => {
    const keys = [
      { inFlight: 0, firstByteMs: 200 },
      { inFlight: 4, firstByteMs: undefined },
    ]
    expect(chooseKey(keys, 0)).toBe(1)
  })

  it("remembers the recent time to the first byte", () => {
    expect(firstByteAfter(undefined, 400)).toBe(400)
    expect(firstByteAfter(400, 900)).toBe(500)
  })
})

describe("a key in trouble", () => {
  it("rests for as long as its trouble lasts", () => {
    const rest = (status: number, code?: string, retryAfterMs?: number) => {
      const trouble = keyTroubleOf({ status, code, retryAfterMs })
      return trouble === undefined ? 0 : keyRestMs(trouble, retryAfterMs)
    }
    expect(rest(401)).toBe(900_000)
    expect(rest(429, "insufficient_quota", 1_000)).toBe(600_000)
    expect(rest(402)).toBe(600_000)
    expect(rest(429, "rate_limit_exceeded", 7_000)).toBe(7_000)
    expect(rest(429, undefined, 86_400_000)).toBe(600_000)
    expect([rest(429), rest(400), rest(403), rest(500), rest(503, undefined, 5_000)]).toEqual([0, 0, 0, 0, 0])
  })
})
