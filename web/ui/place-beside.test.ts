import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { placeFor } from "./place-beside.ts"

const screen = { width: 1_000, height: 600 }
const box = { width: 200, height: 100 }
/** A button of 40 by 20. */
const at = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 20 })

describe("a box beside its button", () => {
  test("stands below it, and above it where there is no room", () => {
    expect(placeFor({ anchor: at(100, 50), box, screen, isRtl: false })).toEqual({ left: 100, top: 76 })
    expect(placeFor({ anchor: at(100, 550), box, screen, isRtl: false })).toEqual({ left: 100, top: 444 })
  })

  test("grows towards the middle of the screen, whichever way the page reads", () => {
    for (const isRtl of [false, true]) {
      expect(placeFor({ anchor: at(300, 50), box, screen, isRtl }).left).toBe(300)
      expect(placeFor({ anchor: at(700, 50), box, screen, isRtl }).left).toBe(540)
    }
  })

  test("is never off the screen while it fits on it", () => {
    const numbers = fc.record({
      left: fc.integer({ min: -50, max: 1_050 }),
      top: fc.integer({ min: -50, max: 650 }),
      width: fc.integer({ min: 1, max: 984 }),
      height: fc.integer({ min: 1, max: 584 }),
      isRtl: fc.boolean(),
    })
    fc.assert(
      fc.property(numbers, ({ left, top, width, height, isRtl }) => {
        const place = placeFor({ anchor: at(left, top), box: { width, height }, screen, isRtl })
        expect(place.left).toBeGreaterThanOrEqual(8)
        expect(place.left + width).toBeLessThanOrEqual(992)
        expect(place.top).toBeGreaterThanOrEqual(8)
      }),
    )
  })
})
