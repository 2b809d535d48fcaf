import { expect, test } from "vitest"
import { commaDecimalCsv, csvLine } from "./csv.ts"

test("quotes what would break a line, and never lets a text become a formula", () => {
  expect(csvLine(["a,b", 'say "hi"', "two\nlines", "plain"])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n')
  for (const formula of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "\u00a0\u2003-1",
    "＝1",
    "＠SUM(A1)",
  ]) {
    expect(csvLine([formula])).toContain(`'${formula}`)
  }
})

test("numbers are numbers, negative or tiny", () => {
  expect(csvLine([-0.033_333, 0.000_001, 9_000_000_000, 0])).toBe("-0.033333,0.000001,9000000000,0\r\n")
})

test("where decimals have a comma, fields are set apart by semicolons", () => {
  expect(csvLine(["a;b", "a,b", "v1.2", -0.033_333, 0.000_001], commaDecimalCsv)).toBe(
    '"a;b";"a,b";v1.2;-0,033333;0,000001\r\n',
  )
})
