import { expect, test } from "vitest"
import { createDetachedRuns } from "./detached-runs.ts"
import type { Run } from "./run.ts"
import { createRunRegistry } from "./run-registry.ts"

const minutes = 60_000

function setUp() {
  const clock = { at: 0 }
  const runs = createRunRegistry(() => clock.at)
  let made = 0
  const start = (): Run =>
    runs.create({
      id: `run_${++made}`,
      owner: "code:a",
      model: "gpt-5",
      startedAt: clock.at,
      key: `k${made}`,
      requestHash: "",
    })
  const watcher = { frames() {}, end() {} }
  const startAlone = (): Run => {
    const run = start()
    run.watch(watcher)()
    return run
  }
  return { clock, start, startAlone, watcher, sweep: createDetachedRuns(runs, () => clock.at) }
}

test("T15: a run goes on for ten minutes after its last reader left", () => {
  const { clock, startAlone, sweep } = setUp()
  const run = startAlone()
  sweep()
  clock.at = 9 * minutes
  sweep()
  expect(run.stopReason).toBeUndefined()
  clock.at = 10 * minutes
  sweep()
  expect(run.stopReason).toBe("abandoned")
})

test("a reader who comes back starts the ten minutes afresh", () => {
  const { clock, startAlone, watcher, sweep } = setUp()
  const run = startAlone()
  sweep()
  clock.at = 9 * minutes
  const leave = run.watch(watcher)
  sweep()
  leave()
  clock.at = 11 * minutes
  sweep()
  clock.at = 20 * minutes
  sweep()
  expect(run.stopReason).toBeUndefined()
})

test("T15: past two hundred, the runs that have been alone longest are ended", () => {
  const { clock, startAlone, sweep } = setUp()
  const first = startAlone()
  sweep()
  clock.at = 1_000
  const others = Array.from({ length: 200 }, startAlone)
  sweep()
  expect(first.stopReason).toBe("abandoned")
  expect(others.every((run) => run.stopReason === undefined)).toBe(true)
})

test("a run that is watched is left alone", () => {
  const { clock, start, watcher, sweep } = setUp()
  const run = start()
  run.watch(watcher)
  sweep()
  clock.at = 60 * minutes
  sweep()
  expect(run.stopReason).toBeUndefined()
})
