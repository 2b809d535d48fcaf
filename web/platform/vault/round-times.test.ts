import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createRoundTimes, type RoundTimes } from "./round-times.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rounds that take no time. */
function timesOf(isSeen: () => boolean) {
  let rounds = 0
  const run = () => {
    rounds += 1
    times.began()
    times.ended(0)
  }
  const times: RoundTimes = createRoundTimes(run, () => isSeen() && times.seen())
  run()
  return { times, rounds: () => rounds - 1 }
}

const second = 1_000

test("a change is sent when nothing more is changed, and after 20 seconds though something is all the time", () => {
  const { times, rounds } = timesOf(() => false)
  times.changed()
  vi.advanceTimersByTime(3 * second)
  expect(rounds()).toBe(0)
  times.changed()
  vi.advanceTimersByTime(4 * second)
  expect(rounds()).toBe(1)
  for (let at = 0; at < 21; at++) {
    times.changed()
    vi.advanceTimersByTime(second)
  }
  expect(rounds()).toBe(2)
})

test("others' changes are asked for every 20 seconds while somebody looks, else every five minutes, and at a return", () => {
  let isSeen = true
  const { times, rounds } = timesOf(() => isSeen)
  vi.advanceTimersByTime(61 * second)
  expect(rounds()).toBe(3)
  isSeen = false
  vi.advanceTimersByTime(4 * 60 * second)
  expect(rounds()).toBe(3)
  times.seen()
  expect(rounds()).toBe(4)
  times.seen()
  expect(rounds()).toBe(4)
  vi.advanceTimersByTime(10 * 60 * second)
  expect(rounds()).toBe(6)
})

test("after failures whoever looks waits for ever longer", () => {
  let rounds = 0
  const run = () => {
    rounds += 1
    times.began()
    times.ended(rounds)
  }
  const times: RoundTimes = createRoundTimes(run, () => times.seen())
  run()
  vi.advanceTimersByTime(39 * second)
  expect(rounds).toBe(1)
  vi.advanceTimersByTime(2 * second)
  expect(rounds).toBe(2)
  vi.advanceTimersByTime(78 * second)
  expect(rounds).toBe(2)
})
