import { expect, test } from "vitest"
import { createOutageLog } from "./outage-log.ts"
import { DatabaseUnavailable } from "../store/database-unavailable.ts"
import type { Outage } from "../store/watched-database.ts"

const gone = new DatabaseUnavailable(new Error("connect ECONNREFUSED"))
const away: Outage = { why: "away", error: gone.message }

/** An outage log that is looked at every second, and what it has written. */
function logged() {
  const lines: (readonly [event: string, facts: object])[] = []
  let [at, outage] = [1_000, undefined as Outage | undefined]
  const write = (event: string, facts: object = {}) => void lines.push([event, facts])
  const log = createOutageLog({
    outage: () => outage,
    now: () => at,
    log: { info: write, warn: write, error: write },
  })
  return {
    lines,
    counts: log.counts,
    /** Lives through so many seconds of an outage, or of none. */
    live(seconds: number, now: Outage | undefined, each: () => void = () => {}) {
      outage = now
      for (let n = 0; n < seconds; n++) {
        each()
        log.look()
        at += 1_000
      }
    },
  }
}

test("an outage is a line when it begins, one a minute with what failed, and one when it is over", () => {
  const { lines, counts, live } = logged()
  live(10, undefined)
  live(150, away, () => {
    for (let n = 0; n < 100; n++) counts("requests", gone)
    counts("checkpoint", gone)
  })
  live(10, undefined)
  expect(lines).toEqual([
    ["database-away", { why: "away", error: gone.message, requests: 100, checkpoint: 1 }],
    ["database-still-away", { why: "away", error: gone.message, awayMs: 60_000, requests: 6_000, checkpoint: 60 }],
    ["database-still-away", { why: "away", error: gone.message, awayMs: 120_000, requests: 6_000, checkpoint: 60 }],
    ["database-back", { awayMs: 150_000, requests: 2_900, checkpoint: 29 }],
  ])
})

test("one that comes and goes is told twice a minute at the most", () => {
  const { lines, counts, live } = logged()
  for (let n = 0; n < 60; n++) {
    live(3, away, () => counts("requests", gone))
    live(3, undefined)
  }
  // Six minutes.
  expect(lines.length).toBeLessThanOrEqual(2 * 6 + 1)
  expect(lines[1]).toEqual(["database-back", { awayMs: 3_000, requests: 2 }])
  expect(lines[2]).toMatchObject(["database-away", { requests: 28 }])
})

test("what is no doing of the database is left to somebody else", () => {
  const { lines, counts, live } = logged()
  expect(counts("requests", new Error("a bug"))).toBe(false)
  expect(counts("requests", gone)).toBe(true)
  live(100, undefined)
  expect(lines).toEqual([])
})
