import { expect, test } from "vitest"
import { missingRows } from "./copy-losses.ts"

test("rows that were noted when the copy was made and are not in it are missing", () => {
  const noted = { sessions: 3, messages: 10, graves: 5, masks: "many", images: 4 }
  const read = new Map([
    ["sessions", 2],
    ["messages", 12],
  ])
  expect(missingRows(["sessions", "messages", "masks"], noted, read)).toBe(1)
  expect(missingRows(["sessions", "messages"], {}, read)).toBe(0)
  expect(missingRows(["sessions"], { sessions: 3 }, new Map())).toBe(3)
})
