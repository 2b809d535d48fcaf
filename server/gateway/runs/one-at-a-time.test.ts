import { expect, test } from "vitest"
import { oneAtATime } from "./one-at-a-time.ts"

test("what hangs is not begun again, however often it is due, and the end waits for it alone", async () => {
  let begun = 0
  let release = () => {}
  const work = oneAtATime(() => {
    begun++
    return new Promise<void>((resolve) => (release = resolve))
  })
  await work.settled()
  for (let times = 0; times < 10; times++) work.begin()
  expect(begun).toBe(1)
  const settled = work.settled()
  release()
  await settled
  expect(begun).toBe(1)
  work.begin()
  expect(begun).toBe(2)
  release()
  await work.settled()
})
