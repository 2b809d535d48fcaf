import { describe, expect, test } from "vitest"
import { judgePattern } from "./judge-pattern.ts"
import { patternsIn } from "./patterns.ts"

/** A busy machine takes its time, in ms. */
const slow = 120_000

describe("a pattern that a stranger's text could stop is refused", () => {
  test.each([
    /(a+)+$/,
    /(a|a)*b/,
    /(?:a|b|ab)*c/,
    /\s+$/,
    /\/+$/,
    /^\s*(.*?)\s*$/,
    /input token count .*exceeds the maximum/i,
    /\[([^\]]*)\]\([^)\s]*\)/g,
    /[ \t]*\|[ \t]*/g,
    /x*y|x/g,
    /x(?:[xy]*z)?/g,
    /(?=.*a)b/,
    /(?<=a+)b/,
    /^a(?=(?:b+)+c)/,
    /(a{1,300}){1,300}b/,
    /(?:a{1,9}){1,9}$/,
    /(["'])(?:\\.|[^\\])*\1$/,
  ])("%s", { timeout: slow }, async (pattern) => {
    expect(await judgePattern(pattern.source, pattern.flags)).toBeTypeOf("string")
  })
})

describe("a pattern in proportion to its text is taken", () => {
  test.each([
    /a/,
    /^\s*(nk-|prosa_|free_)/i,
    /\s+/g,
    /[^\p{L}\p{N}\p{M}]+/gu,
    /^[\w-]{8,128}$/,
    /\bonly .{1,80} (?:is|are) (?:allowed|supported)\b/i,
    /^https?:\/\/(?![^/]*(?:googleapis\.com|youtu\.be)(?:[:/]|$))/i,
    /["'`](\w{1,20})["'`]/g,
    /<(sub|sup)>([^<\n]{1,60})<\/\1>/iy,
    /(?<year>\d{4})-\k<year>/,
    /^[!#-&(-_a-~]{1,512}$/,
    /^([+-]?)(\d{1,9})(?:\.(\d{1,6}))?$/,
  ])("%s", { timeout: slow }, async (pattern) => {
    expect(await judgePattern(pattern.source, pattern.flags)).toBeUndefined()
  })
})

test("every pattern of a file is found with its line, but for those that a comment excuses", () => {
  const text = [
    'const one = /a+$/g.test("x")',
    'const two = new RegExp("b+$", "i")',
    "const three = RegExp(one ? `c` : two)",
    "",
    "// Linear: at most ten characters.",
    "const four = /d+$/",
    "",
    "",
    "function five(): RegExp {",
    "  return /e/u",
    "}",
  ].join("\n")
  expect(patternsIn("some.ts", text)).toEqual([
    { line: 1, source: "a+$", flags: "g" },
    { line: 2, source: "b+$", flags: "i" },
    { line: 3, source: undefined, flags: "" },
    { line: 10, source: "e", flags: "u" },
  ])
})
