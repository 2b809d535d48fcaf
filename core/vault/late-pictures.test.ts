import { expect, test } from "vitest"
import { changeLate, isResting, noneLate } from "./late-pictures.ts"

test("after each refusal pictures rest for longer, up to an hour, and not for longer where the clock is set back", () => {
  const pauseOf = (failures: number) => {
    const late = { ...noneLate, failures, triedAt: 1_000_000_000 }
    let ms = 0
    while (isResting(late, late.triedAt + ms)) ms += 10_000
    expect(isResting(late, late.triedAt - ms)).toBe(false)
    return ms / 1_000
  }
  expect([0, 1, 2, 3, 4, 20, 2_000].map(pauseOf)).toEqual([0, 0, 20, 60, 140, 3_600, 3_600])
})

test("what is late is named once, and where nothing is late, nothing is remembered", () => {
  const late = changeLate(noneLate, { fetch: ["a", "b", "a"], failures: 1, triedAt: 5 })
  expect(late).toEqual({ fetch: ["a", "b"], send: [], failures: 1, triedAt: 5 })
  expect(changeLate(late ?? noneLate, { fetch: [], send: ["messages/m"] })).toMatchObject({ failures: 1 })
  expect(changeLate(late ?? noneLate, { fetch: [] })).toBeUndefined()
})
