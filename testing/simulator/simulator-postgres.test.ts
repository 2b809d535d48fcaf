import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freshPostgres, type TestDatabase } from "../postgres.ts"
import { postgresEngine } from "./engines.ts"
import { bookMutations } from "./mutations.ts"
import { firstFailure } from "./seeds.ts"
import { simulate } from "./simulate.ts"

/** Where PostgreSQL waits for a lock the machine's own speed has a say, so a seed is nearly one life here. */
const seeds = 60

const postgres = await freshPostgres()
describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  let database: TestDatabase | undefined
  beforeAll(() => {
    database = postgres
  })
  afterAll(() => database?.close())

  test("lives go as a naive account of them says", async () => {
    const engine = await postgresEngine(database!.url)
    const failure = await firstFailure({ from: 1, count: seeds }, (seed) => simulate(seed, engine))
    await engine.close()
    expect(failure).toBeUndefined()
  })

  // A handful of hundred lives on the average; the rest of the bound is for bad luck.
  test.each(bookMutations)("it is noticed when $name", { timeout: 400_000 }, async (mutation) => {
    const engine = await postgresEngine(database!.url, mutation.rewrite)
    const failure = await firstFailure({ from: 1, count: seeds * 60 }, (seed) => simulate(seed, engine, mutation))
    await engine.close()
    expect(failure).toMatch(/^seed \d+: /)
  })
})
