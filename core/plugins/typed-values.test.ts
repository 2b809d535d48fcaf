import { expect, test } from "vitest"
import { typedChoices, typedKind, typedValue } from "./typed-values.ts"

const texts = { type: "array", items: { type: "string" } }
const object = { type: "object" }

test.each([
  [{ type: "string" }, "line", "12", "12"],
  [{}, "line", "itens", "itens"],
  [{ type: "string", enum: ["asc", "desc"] }, "choice", "asc", "asc"],
  [{ type: "integer", enum: [1, 2] }, "choice", "2", 2],
  [{ type: ["integer", "null"], enum: [7, 30, null] }, "choice", "30", 30],
  [{ enum: [1, "latest", true] }, "choice", "1", 1],
  [{ enum: [1, "latest", true] }, "choice", "true", true],
  [{ type: "string", enum: ["1", "2"] }, "choice", "2", "2"],
  [{ enum: [{ a: 1 }, "x"] }, "line", "x", "x"],
  [{ type: "array", items: { type: "integer", enum: [1, 2] } }, "choices", "1\n2", [1, 2]],
  [{ type: "integer" }, "line", " 12 ", 12],
  [{ type: ["integer", "null"] }, "line", "9007199254740993", 9007199254740993n],
  [{ type: ["integer", "string"] }, "line", "doze", "doze"],
  [{ type: "boolean" }, "boolean", "true", true],
  [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, "boolean", "false", false],
  [texts, "lines", "itens\n cliente \n", ["itens", "cliente"]],
  [texts, "lines", '["itens","cliente"]', ["itens", "cliente"]],
  [{ ...texts, type: ["array", "null"] }, "lines", "itens", ["itens"]],
  [{ type: "array", items: { type: "integer" } }, "lines", "1\n2", [1, 2]],
  [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, "choices", "a\nb", ["a", "b"]],
  [{ type: "array", items: object }, "json", '[{"a":1}]', [{ a: 1 }]],
  [{ type: ["object", "null"] }, "json", '{"q":1}', { q: 1 }],
  [{ oneOf: [object, { type: "string" }] }, "json", '{"x":1}', { x: 1 }],
  [{ oneOf: [object, { type: "string" }] }, "json", "12", "12"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "line", "12", "12"],
] as const)("%j is typed as %s: %j", (schema, kind, text, value) => {
  expect([typedKind(schema), typedValue(schema, text)]).toEqual([kind, { ok: true, value }])
})

test("what is no number and no JSON is said, and never sent", () => {
  expect(typedValue({ type: "integer" }, "doze")).toEqual({ ok: false, error: "number" })
  expect(typedValue({ type: "array", items: { type: "number" } }, "1\ndois")).toEqual({ ok: false, error: "number" })
  expect(typedValue({ type: "object" }, "{q")).toEqual({ ok: false, error: "json" })
})

test("the choices of a list are those of its entries", () => {
  expect(typedChoices({ type: ["array", "null"], items: { enum: ["a", "b"] } })).toEqual(["a", "b"])
  expect(typedChoices({ type: "string" })).toEqual([])
  expect(typedChoices({ enum: [1, "latest", null] })).toEqual(["1", "latest"])
})
