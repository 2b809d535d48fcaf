import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { startChores } from "./chores.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("a chore that fails is told by its name and comes again; the others go on", async () => {
  const done: string[] = []
  const stop = startChores(
    [
      {
        name: "throws",
        everyMs: 100,
        run: () => {
          throw new Error("at once")
        },
      },
      { name: "rejects", everyMs: 100, run: () => Promise.reject(new Error("later")) },
      { name: "works", everyMs: 100, run: () => done.push("worked") },
    ],
    (name, error) => done.push(`${name}: ${String(error)}`),
  )
  await vi.advanceTimersByTimeAsync(200)
  const once = ["throws: Error: at once", "rejects: Error: later", "worked"]
  expect(done.toSorted()).toEqual([...once, ...once].toSorted())
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toHaveLength(6)
})
