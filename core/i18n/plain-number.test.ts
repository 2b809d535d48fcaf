import { expect, test } from "vitest"
import { plainNumber } from "./plain-number.ts"

test.each([
  ["0,7", "0.7"],
  [",", "."],
  ["0.7", "0.7"],
  ["1.234,5", "1234.5"],
  ["\u22121,5", "-1.5"],
  ["٠٫٧", "0.7"],
  ["১২", "12"],
  ["１９", "19"],
  ["abc", "abc"],
])("reads %s as %s", (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain)
})
