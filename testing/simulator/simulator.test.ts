import { expect, test } from "vitest"
import { insertTxn, releaseHold, reserve, settleHold } from "../../server/ledger/ledger-statements.ts"
import { sqliteEngine } from "./engines.ts"
import { changedBy, mutations } from "./mutations.ts"
import { firstFailure } from "./seeds.ts"
import { simulate } from "./simulate.ts"

const seeds = 2_000
/**
 * Seeds that once found a fault: an answer read while it was erased, a charge of the sweep told as nothing, a run whose key
 * was given away while it went on, and paid twice, a charged part told as free.
 */
const found = [333, 667, 10_233, 10_236, 38_060, 75_250, 134_231, 552_671, 597_323]
/** A slow machine under load takes a fraction of this. */
const patienceMs = 240_000

test(
  "T5: 2 000 lives of the run engine and the books go as a naive account of them says",
  { timeout: patienceMs },
  async () => {
    const engine = await sqliteEngine()
    const failure = await firstFailure({ from: 1, count: seeds }, (seed) => simulate(seed, engine))
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

test.each(mutations)("it is noticed when $name", { timeout: patienceMs }, async (mutation) => {
  expect(changedBy(mutation, [settleHold, releaseHold, reserve, insertTxn])).not.toEqual([])
  const engine = await sqliteEngine(mutation.rewrite)
  const failure = await firstFailure({ from: 1, count: seeds }, (seed) => simulate(seed, engine, mutation.rewrite))
  await engine.close()
  expect(failure).toMatch(/^seed \d+: /)
})
