import { expect, test } from "vitest"
import { printable, printableJson } from "./printable.ts"

const hostile = "a\u001b[2Jb\u009b1mc\u202ed\r\u{e0041}\n\té"

test("nothing of a text commands a terminal, and its lines stay", () => {
  expect(printable(hostile)).toBe("a\ufffd[2Jb\ufffd1mc\ufffdd\ufffd\ufffd\n\té")
})

test("JSON says the same in characters that command nothing", () => {
  const said = printableJson(JSON.stringify({ said: hostile }))
  expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(JSON.parse(said)).toEqual({ said: hostile })
})
