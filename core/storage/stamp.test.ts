import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  deviceOf,
  isKnown,
  isSeen,
  joinSeen,
  laterStamp,
  nextStamp,
  readStamp,
  seenOfStrangers,
  strangersStamp,
  unstamped,
  wallOf,
  type Clock,
  type Stamp,
} from "./stamp.ts"

const clock: Clock = { device: "desk" }
const stampsOf = (times: readonly number[], from = clock): readonly Stamp[] => {
  let now = from
  return times.map((time) => {
    const last = nextStamp(now, time)
    now = { ...now, last }
    return last
  })
}

describe("a device's stamps", () => {
  it("grow with every write, however its clock moves", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noDefaultInfinity: false }), { maxLength: 30 }), (times) => {
        const stamps = stampsOf(times)
        expect(stamps).toEqual([...stamps].sort())
        expect(new Set(stamps).size).toBe(stamps.length)
        for (const stamp of stamps) expect(readStamp(stamp)).toBe(stamp)
      }),
    )
  })

  it("tell the time and the device they were made at", () => {
    const [first, second] = stampsOf([1_763_000_000_000, 1_763_000_000_000])
    expect(first && [wallOf(first), deviceOf(first)]).toEqual([1_763_000_000_000, "desk"])
    expect(second).not.toBe(first)
  })

  it("are greater than what another device wrote and this one has seen, though that one's clock is years ahead", () => {
    const [ahead] = stampsOf([1_900_000_000_000], { device: "phone" })
    const own = nextStamp({ device: "desk", ...(ahead === undefined ? {} : { last: ahead }) }, 1_763_000_000_000)
    expect(laterStamp(ahead, own)).toBe(own)
  })

  it("go on in the next millisecond when a counter is full", () => {
    const full = "0mhwgz000-zzzz-desk" as Stamp
    const next = nextStamp({ device: "desk", last: full }, 0)
    expect(next > full).toBe(true)
    expect(wallOf(next)).toBe(wallOf(full) + 1)
  })
})

it("what is no stamp, or dated beyond belief, counts as unstamped", () => {
  for (const none of [5, "", "x", "000000000-0000-", "zzzzzzzzz-0000-desk", "0mhwgz000-0000-a b", null, undefined]) {
    expect(readStamp(none)).toBeUndefined()
  }
  expect(readStamp(unstamped("abc"))).toBe(unstamped("abc"))
  expect(laterStamp(unstamped("abc"), stampsOf([1])[0])).toBe(stampsOf([1])[0])
})

it("what was seen of a device is everything up to its greatest stamp", () => {
  const [one, two, three] = stampsOf([1, 2, 3]) as readonly [Stamp, Stamp, Stamp]
  const seen = joinSeen({ desk: one }, { desk: two })
  expect([one, two, three].map((stamp) => isSeen(seen, stamp))).toEqual([true, true, false])
  expect(isSeen({}, one)).toBe(false)
})

it("what a program without stamps dates ahead is known by itself, and nothing is that others say until then", () => {
  const [now, hourMs] = [1_763_000_000_000, 3_600_000]
  const [early, fast] = [strangersStamp(now - hourMs, "early"), strangersStamp(now + hourMs, "fast")]
  const seen = seenOfStrangers([early, fast], now)
  const known = (stamp: Stamp) => isKnown(seen, stamp)
  // Whoever has one of its messages has the older ones.
  expect([early, fast, strangersStamp(now - 2 * hourMs, "older")].map(known)).toEqual([true, true, true])
  expect(known(strangersStamp(now + 1, "said after a deletion"))).toBe(false)
})
