import { expect, test } from "vitest"
import { sqliteEngine } from "./engines.ts"
import { bookMutations, faultMutations } from "./mutations.ts"
import { firstFailure } from "./seeds.ts"
import { simulate } from "./simulate.ts"

/** A mutation is to be noticed within so many. */
const seeds = 2_000
/** Seeds that once found a fault, or what looked like one. */
const found = [91, 772, 1788, 2121, 3505, 5284, 6710, 6811, 11_683, 12_329, 38_691, 41_622, 52_553]
/** A slow machine under load takes a fraction of this. */
const patienceMs = 240_000

// Four parts, so that each has its time, and one that failed is tried again alone.
test.each([1, 501, 1_001, 1_501])(
  "T5: 500 lives of the run engine and the books from seed %i on go as a naive account of them says",
  { timeout: patienceMs },
  async (from) => {
    const engine = await sqliteEngine()
    const failure = await firstFailure({ from, count: 500 }, (seed) => simulate(seed, engine))
    await engine.close()
    expect(failure).toBeUndefined()
  },
)

test("seeds that once found a fault are well, and each is one life, step by step", async () => {
  const engine = await sqliteEngine()
  for (const seed of found) {
    const [once, again] = [await simulate(seed, engine), await simulate(seed, engine)]
    expect(once.problems).toEqual([])
    expect(again.trace).toEqual(once.trace)
  }
  await engine.close()
})

test.each([...bookMutations, ...faultMutations])(
  "it is noticed when $name",
  { timeout: patienceMs },
  async (mutation) => {
    const engine = await sqliteEngine(mutation.rewrite)
    const where = { from: mutation.toldBy ?? 1, count: seeds }
    const failure = await firstFailure(where, (seed) => simulate(seed, engine, mutation))
    await engine.close()
    expect(failure).toMatch(/^seed \d+: /)
  },
)
