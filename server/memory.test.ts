import { expect, test } from "vitest"
import { createRest, startIsOver } from "./memory.ts"

test("a server that was started without the launcher's flags starts and rests all the same", () => {
  expect(globalThis.gc).toBeUndefined()
  startIsOver()
  const rest = createRest()
  for (const answers of [0, 600, 600, 600]) rest(answers, 0)
})

test("memory is given back once for a burst, when nobody waits any more", () => {
  const given: number[] = []
  globalThis.gc = (() => given.push(1)) as unknown as NodeJS.GCFunction
  try {
    const rest = createRest()
    for (const [answers, inProgress] of [
      [0, 0],
      [600, 5],
      [600, 5],
      [600, 0],
      [600, 0],
      [700, 0],
      [700, 0],
    ] as const) {
      rest(answers, inProgress)
    }
    expect(given).toHaveLength(1)
  } finally {
    delete (globalThis as { gc?: unknown }).gc
  }
})
