import { describe, expect, it } from "vitest"
import type { Flaws } from "./device.ts"
import { simulate } from "./simulate.ts"

describe("devices that sync with one file", () => {
  it("are equal after quiet, lose no words and revive nothing, whatever happens on the way", async () => {
    for (let seed = 1; seed <= 100; seed++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { problems, steps } = await simulate(seed)
      expect(problems, `seed ${seed}\n${steps.join("\n")}`).toEqual([])
    }
  })

  const flaws: readonly (keyof Flaws)[] = [
    "takesTheirs",
    "leavesNoGraves",
    "rescuesNothing",
    "rescuesAll",
    "keepsItsClock",
    "keepsOneEdition",
    "losesStamps",
    "keepsReplaced",
    "believesAtOnce",
  ]
  it.each(flaws)("are found out where the merge has a flaw: %s", async (flaw) => {
    let found = false
    for (let seed = 1; seed <= 1_000 && !found; seed++) {
      // oxlint-disable-next-line no-await-in-loop
      found = (await simulate(seed, { [flaw]: true })).problems.length > 0
    }
    expect(found).toBe(true)
  })
})
