import { dayMs } from "../lib/days.ts"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { laterPlaces, type ChainPlace } from "./chain.ts"
import { openGaps, unanswered, withoutCovered, withGap, withoutSentAgain, type Gap, type Gaps } from "./gaps.ts"

const [first, second, renewed] = ["f".repeat(22), "s".repeat(22), "r".repeat(22)]
const gapOf = (device: string, number: number, rest: Partial<Gap> = {}): Gap => ({
  device,
  number,
  foundAt: 0,
  askedAt: 0,
  ...rest,
})
const gaps: Gaps = { [first]: gapOf("phone", 7), [second]: gapOf("desk", 3) }
const { [second]: _, ...withoutDesk } = gaps
const { [first]: __, ...withoutPhone } = gaps

describe("a gap is filled by everything that its device has", () => {
  test.each([
    ["sent after it", { writer: first, device: "phone", allSince: 8 }, withoutPhone],
    ["from the batch on behind which it was noticed", { writer: first, device: "phone", allSince: 7 }, withoutPhone],
    ["but not where some of that is missing, too", { writer: first, device: "phone", allSince: 6 }, gaps],
    ["sent in a new chain", { writer: renewed, device: "phone", allSince: 0 }, withoutPhone],
    ["and not by what another device has", { writer: renewed, device: "tablet", allSince: 0 }, gaps],
  ] as const)("%s", (_name, account, left) => {
    expect(withoutSentAgain(gaps, account)).toEqual(left)
  })
})

test("a gap is filled by a snapshot of somebody who has read to behind it", () => {
  const at = (number: number): ChainPlace => ({ number, hash: "h".repeat(43) })
  expect(withoutCovered(gaps, {})).toEqual(gaps)
  expect(withoutCovered(gaps, { [first]: at(5), [second]: at(2) })).toEqual(withoutDesk)
  expect(withoutCovered(gaps, { [first]: at(6), [second]: at(1) })).toEqual(withoutPhone)
})

test("a device that does not answer is asked again, and is given up after a month", () => {
  const waiting: Gaps = { [first]: gapOf("phone", 7), [second]: gapOf("desk", 3, { askedAt: 6 * dayMs }) }
  expect(unanswered(waiting, 0.9 * dayMs)).toEqual([second])
  expect(unanswered(waiting, 6.5 * dayMs)).toEqual([first])
  expect(unanswered(waiting, 7 * dayMs)).toEqual([first, second])
  expect(openGaps(waiting, 29 * dayMs)).toEqual(waiting)
  expect(openGaps(waiting, 30 * dayMs)).toEqual({})
  // A clock that was set back gives none up.
  const later: Gaps = { [first]: gapOf("phone", 7, { foundAt: 40 * dayMs }) }
  expect(openGaps(later, 0)).toEqual(later)
})

test("a device with a gap that is open is asked once for all of them", () => {
  const one = { writer: first, device: "phone", number: 7, now: dayMs }
  const found = withGap({}, one)
  expect(found).toEqual({ gaps: { [first]: gapOf("phone", 7, { foundAt: dayMs, askedAt: dayMs }) }, isAsked: false })
  const more = withGap(found.gaps, { ...one, writer: renewed, number: 2, now: 2 * dayMs })
  expect(more.isAsked).toBe(true)
  expect(more.gaps[renewed]).toEqual(gapOf("phone", 2, { foundAt: dayMs, askedAt: dayMs }))
})

test("of two readings of a chain the one that came further counts", () => {
  const place = fc.record({ number: fc.nat(5), hash: fc.constantFrom("a", "b") })
  const places = fc.dictionary(fc.constantFrom(first, second, renewed), place)
  fc.assert(
    fc.property(places, places, (a, b) => {
      const joined = laterPlaces(a, b)
      for (const writer of Object.keys({ ...a, ...b })) {
        const numbers = [a, b].flatMap((one) => (Object.hasOwn(one, writer) ? [one[writer]?.number ?? -1] : []))
        expect(joined[writer]?.number).toBe(Math.max(...numbers))
      }
      expect(laterPlaces(a, a)).toEqual(a)
    }),
  )
})
