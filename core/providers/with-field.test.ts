import { expect, test } from "vitest"
import { withField } from "./client-api.ts"

test.each(["{}", " { } ", '{"a":1}', '{"a":{}}\n', '{"a":"{"}', '{ "a": [ {} ] }'])(
  "a field more leaves %s a JSON object",
  (json) => {
    const before = JSON.parse(json) as object
    expect(JSON.parse(withField(json, "_meta", { cost: 0 }))).toEqual({ ...before, _meta: { cost: 0 } })
  },
)
