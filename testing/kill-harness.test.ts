import { expect, test } from "vitest"
import { killMany } from "./kill-harness.ts"

test("25 kills under load lose no paid answer and charge none twice", { timeout: 180_000 }, async () => {
  const { problems, answers, charged, interrupted } = await killMany({ kills: 25, seed: 1 })
  expect(problems).toEqual([])
  expect(answers).toBeGreaterThan(10)
  expect(charged).toBeGreaterThan(10)
  expect(interrupted).toBeGreaterThan(0)
})
