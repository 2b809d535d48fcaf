import { afterAll, expect, test } from "vitest"
import { freshPostgres } from "../postgres.ts"
import { killMany } from "./kill-many.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test(
  "25 servers lost under load lose no paid answer, and charge each once at its price",
  { timeout: 240_000 },
  async () => {
    const { problems, answers, interrupted } = await killMany({ kills: 25, seed: 1 })
    expect(problems).toEqual([])
    expect(answers).toBeGreaterThan(10)
    expect(interrupted).toBeGreaterThan(0)
  },
)

test.skipIf(postgres === undefined)("nor do 12 of two servers on PostgreSQL", { timeout: 240_000 }, async () => {
  const { problems, answers } = await killMany({ kills: 12, seed: 2, databaseUrl: postgres?.url })
  expect(problems).toEqual([])
  expect(answers).toBeGreaterThan(10)
})
