import { expect, test } from "vitest"
import { reconnectDelayMs } from "./reconnect.ts"

const waits = (wasReceived: boolean) =>
  Array.from({ length: 40 }, (_, tries) => reconnectDelayMs({ tries, wasReceived })).filter(
    (wait) => wait !== undefined,
  )

test("an answer under way is tried for calmly, and for minutes", () => {
  expect(waits(true).slice(0, 7)).toEqual([500, 1_000, 2_000, 5_000, 10_000, 10_000, 10_000])
  expect(waits(true).reduce((sum, wait) => sum + wait)).toBeGreaterThan(3 * 60_000)
})

test("a question that may not have been received is given up within seconds", () => {
  expect(waits(false)).toEqual([500, 1_000, 2_000, 5_000])
})
