import { expect } from "vitest"

/** How often a property is tried: few times in CI, `FUZZ_RUNS=100000` for a night. */
const asked = Number(process.env["FUZZ_RUNS"] ?? 0)

/** The options of a property: its runs, and a seed to repeat, printed where it fails. */
export function fuzzRuns(inCi: number): { readonly numRuns: number; readonly seed?: number } {
  const seed = process.env["FUZZ_SEED"]
  return { numRuns: asked > 0 ? asked : inCi, ...(seed === undefined ? {} : { seed: Number(seed) }) }
}

/** Long enough for a busy machine, or for a night, in ms. */
export const fuzzTimeout = asked > 0 ? 24 * 3_600_000 : 300_000

/**
 * No reader may compute for this long over anything that is given here, in ms of the processor. It is under 50 ms for 100 kB;
 * the margin is for a megabyte, and for code that runs for the first time.
 */
const hangMs = 2_000

/** Calls a reader, which must neither hang nor throw. */
export function readSafely<Value>(name: string, read: () => Value): Value {
  const before = process.threadCpuUsage()
  const value = read()
  const { user, system } = process.threadCpuUsage(before)
  const tookMs = (user + system) / 1_000
  if (tookMs > hangMs) expect.fail(`${name} took ${Math.round(tookMs)} ms`)
  return value
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype]
const ownKeys = prototypes.map((prototype) => Reflect.ownKeys(prototype).length)

/** Nobody has put anything onto what all objects share. */
export function expectUntouchedPrototypes(): void {
  expect(prototypes.map((prototype) => Reflect.ownKeys(prototype).length)).toEqual(ownKeys)
  expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined()
}
