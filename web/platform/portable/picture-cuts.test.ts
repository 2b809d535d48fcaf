import { expect, it } from "vitest"
import { cutsOf } from "./picture-cuts.ts"

/** Lines of 20 px, each below the other with 10 px between. */
const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ top: at * 30, bottom: at * 30 + 20 }))

it("a picture ends between two lines, never in one", () => {
  const all = lines(400)
  const cuts = cutsOf(12_000, 4_000, all)
  expect(cuts.at(-1)).toBe(12_000)
  expect(cuts.every((cut) => !all.some(({ top, bottom }) => top < cut && bottom > cut))).toBe(true)
  expect(cuts.every((cut, at) => cut - (cuts[at - 1] ?? 0) <= 4_000)).toBe(true)
  expect(cuts).toHaveLength(4)
})

it("where there is no such place it ends at its greatest height", () => {
  expect(cutsOf(9_000, 4_000, [{ top: 0, bottom: 9_000 }])).toEqual([4_000, 8_000, 9_000])
})

it("what fits is one picture", () => {
  expect(cutsOf(3_000, 4_000, lines(100))).toEqual([3_000])
})
