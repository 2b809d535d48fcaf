import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createRoundTimes } from "./round-times.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rounds of a device; they take no time unless `round` does. */
async function timesOf(isSeen: () => boolean, round: (number: number) => Promise<number> = async () => 0) {
  let rounds = 0
  const times = createRoundTimes(
    () => round(++rounds),
    () => isSeen() && times.seen(),
  )
  times.run()
  await pass(0)
  return { times, rounds: () => rounds - 1 }
}

const second = 1_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test("a change is sent when nothing more is changed, and after 20 seconds though something is all the time", async () => {
  const { times, rounds } = await timesOf(() => false)
  times.changed()
  await pass(3 * second)
  expect(rounds()).toBe(0)
  times.changed()
  await pass(4 * second)
  expect(rounds()).toBe(1)
  for (let at = 0; at < 21; at++) {
    times.changed()
    await pass(second)
  }
  expect(rounds()).toBe(2)
})

test("others' changes are asked for every 20 seconds while somebody looks, else every five minutes, and at a return", async () => {
  let isSeen = true
  const { times, rounds } = await timesOf(() => isSeen)
  await pass(61 * second)
  expect(rounds()).toBe(3)
  isSeen = false
  await pass(4 * 60 * second)
  expect(rounds()).toBe(3)
  times.seen()
  await pass(0)
  expect(rounds()).toBe(4)
  times.seen()
  await pass(0)
  expect(rounds()).toBe(4)
  await pass(10 * 60 * second)
  expect(rounds()).toBe(6)
})

test("after failures whoever looks waits for ever longer", async () => {
  const { rounds } = await timesOf(
    () => true,
    async (number) => number,
  )
  await pass(39 * second)
  expect(rounds()).toBe(0)
  await pass(2 * second)
  expect(rounds()).toBe(1)
  await pass(78 * second)
  expect(rounds()).toBe(1)
})

test("what is changed while a round is under way waits for the next as any change does, also where each round is followed by more", async () => {
  const takesASecond = () => pause(second)
  const { times, rounds } = await timesOf(() => false, takesASecond)
  // An answer that arrives is written twice a second.
  for (let at = 0; at < 60; at++) {
    times.changed()
    await pass(second / 2)
  }
  expect(rounds()).toBe(1)
  await pass(30 * second)
  expect(rounds()).toBe(2)
})

test("a round that is asked for while one is under way follows at once", async () => {
  const { times, rounds } = await timesOf(
    () => false,
    () => pause(second),
  )
  expect(times.isWanted()).toBe(false)
  times.run()
  times.run()
  expect(times.isWanted()).toBe(true)
  await pass(second)
  expect([rounds(), times.isWanted()]).toEqual([1, false])
  await pass(10 * second)
  expect(rounds()).toBe(1)
})

function pause(ms: number): Promise<number> {
  return new Promise((resolve) => setTimeout(resolve, ms, 0))
}
