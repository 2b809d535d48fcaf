import { describe, expect, test } from "vitest"
import { anyObject, anything, object, optional, readBody, text } from "./call-body.ts"

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`)

describe("what only the provider reads", () => {
  test.each([anything, anyObject])("is taken as it came", (reader) => {
    expect(readBody(nested(100), reader)).toEqual({ ok: true, value: nested(100) })
  })

  test.each([1_000, 50_000])("is refused where it is nested %d levels deep, which nobody can write again", (levels) => {
    expect(readBody(nested(levels), anyObject).ok).toBe(false)
    expect(readBody({ schema: nested(levels) }, object({ schema: anything }, "refuse"))).toMatchObject({
      ok: false,
      error: { kind: "invalid-request", param: "schema" },
    })
  })
})

test("names of every object's own are no fields", () => {
  const body = object({ name: optional(text()) }, "refuse")
  expect(readBody(JSON.parse('{"__proto__":{"name":"x"}}'), body)).toMatchObject({
    ok: false,
    error: { kind: "refused" },
  })
  expect(readBody({ constructor: "x" }, body)).toMatchObject({ ok: false, error: { param: "constructor" } })
  expect(readBody({ name: null }, body)).toEqual({ ok: true, value: {} })
})
