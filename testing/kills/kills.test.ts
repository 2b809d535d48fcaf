import { expect, onTestFinished, test } from "vitest"
import { freshPostgres } from "../postgres.ts"
import { killMany } from "./kill-many.ts"

/** Whether keys are decided at all, beside other tests and on any machine; how soon is what `simulate -- --kills` asks. */
const mostUndecidedMs = 30_000

test("25 servers lost under load lose no paid answer, and charge each once at its price", async () => {
  const { problems, answers, interrupted } = await killMany({ kills: 25, seed: 1, mostUndecidedMs })
  expect(problems).toEqual([])
  expect(answers).toBeGreaterThan(10)
  expect(interrupted).toBeGreaterThan(0)
})

test("nor do 12 of two servers on PostgreSQL", async ({ skip }) => {
  const postgres = await freshPostgres()
  if (postgres === undefined) return skip()
  onTestFinished(() => postgres.close())
  const { problems, answers } = await killMany({ kills: 12, seed: 2, databaseUrl: postgres.url, mostUndecidedMs })
  expect(problems).toEqual([])
  expect(answers).toBeGreaterThan(10)
})
