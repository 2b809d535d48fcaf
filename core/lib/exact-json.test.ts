import { expect, test } from "vitest"
import { exactJson, parseExactJson } from "./exact-json.ts"

const again = (text: string) => exactJson(parseExactJson(text))

test("whole numbers keep all their digits, wherever they stand", () => {
  for (const text of [
    '{"id":12345678901234567890,"all":[-9007199254740993,{"a":9007199254740993}]}',
    "98765432109876543210",
    "[9007199254740993,9007199254740995]",
  ])
    expect(again(text)).toBe(text)
  expect(exactJson({ id: 2n ** 60n }, 1)).toBe('{\n "id": 1152921504606846976\n}')
})

test("what looks like one in a text stays a text, and other numbers stay as they are", () => {
  const text = String.raw`{"12345678901234567890":"12345678901234567890","b":"\"12345678901234567890\"","c":1.5,"d":9007199254740991}`
  expect(again(text)).toBe(text)
  expect(parseExactJson("0.12345678901234567890")).toBe(0.12345678901234568)
  expect(parseExactJson("1234567890123456789e2")).toBe(Number("1234567890123456789e2"))
  const tricky = { a: '"\ue000123"', b: ':"\ue000123"', c: 2n ** 60n }
  expect(parseExactJson(exactJson(tricky) ?? "")).toEqual(tricky)
})

test("what is no JSON is none, however long", () => {
  expect(parseExactJson('{"a":12345678901234567890')).toBeUndefined()
  expect(parseExactJson(`"${String.raw`\"`.repeat(200_000)}1234567890123456789`)).toBeUndefined()
})
