import { describe, expect, test } from "vitest"
import { createPace } from "./pace.ts"

const { signal } = new AbortController()

/** A pace on a clock that only its waits move. */
function paceOnClock() {
  let at = 0
  const pace = createPace(
    (ms) => {
      at += ms
      return Promise.resolve()
    },
    () => at,
  )
  return { pace, now: () => at, pass: (ms: number) => void (at += ms) }
}

describe("a stream that nobody pays us for", () => {
  test("passes freely at the pace of a model, for as long as it likes", () => {
    const { pace, pass } = paceOnClock()
    const next = pace.begin(signal)
    for (let i = 0; i < 20_000; i++) {
      expect(next(150, 1)).toBeUndefined()
      pass(10)
    }
  })

  test("is held to three megabytes a second with all that are as quick", async () => {
    const { pace, now } = paceOnClock()
    const streams = [pace.begin(signal), pace.begin(signal), pace.begin(signal)]
    for (let i = 0; i < 300; i++) await streams[i % 3]?.(64 * 1024, 1)
    // 19 MiB are asked for; what is free and what bursts is 4 of them.
    expect(now()).toBeGreaterThan(4_000)
    expect(now()).toBeLessThan(7_000)
  })

  test("pays for its crumbs as for what they cost", async () => {
    const { pace, now } = paceOnClock()
    const next = pace.begin(signal)
    for (let i = 0; i < 1_000; i++) await next(1_000, 100)
    expect(now()).toBeGreaterThan(15_000)
  })

  test("does not slow one beside it that keeps to the pace of a model", async () => {
    const { pace, pass } = paceOnClock()
    const [flood, calm] = [pace.begin(signal), pace.begin(signal)]
    for (let i = 0; i < 100; i++) {
      await flood(256 * 1024, 10)
      expect(calm(150, 1)).toBeUndefined()
      pass(1)
    }
  })
})
