import { dayMs } from "../lib/days.ts"
/** How long nothing is looked through again for what is old, in ms. */
const sweepRestMs = 7 * dayMs

/**
 * The time by which what is old may go now, in epoch ms; undefined where that was looked for a moment ago. `last`: when it was,
 * however that is stored. Something goes only once it was old at two looks, a week apart: a clock that is wrong for less deletes
 * nothing.
 */
export function timeOfSweep(last: unknown, now: number): number | undefined {
  if (typeof last !== "number") return 0
  const isRested = last > now || now - last >= sweepRestMs
  return isRested ? Math.min(last, now) : undefined
}
