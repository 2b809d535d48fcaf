import { expect, test } from "vitest"
import { dragged, wholeImage, zoomed } from "./image-view.ts"

test("what is under the pointer stays there while zooming", () => {
  const point = { x: 120, y: -40 }
  const before = { scale: 2, x: 10, y: 20 }
  const after = zoomed(before, 1.5, point)
  expect((point.x - after.x) / after.scale).toBeCloseTo((point.x - before.x) / before.scale)
  expect((point.y - after.y) / after.scale).toBeCloseTo((point.y - before.y) / before.scale)
})

test("a picture is never smaller than it fits, nor larger than eight times that", () => {
  expect(zoomed({ scale: 1.2, x: 30, y: 0 }, 0.5)).toEqual(wholeImage)
  expect(zoomed(wholeImage, 100).scale).toBe(8)
})

test("a picture cannot be dragged off the screen", () => {
  expect(dragged({ scale: 2, x: 0, y: 0 }, 9_999, -9_999, { x: 200, y: 300 })).toEqual({ scale: 2, x: 400, y: -600 })
})
