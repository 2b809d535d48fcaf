import { expect, test } from "vitest"
import { readYaml } from "../../../testing/plugin-specs.ts"
import { openSpec } from "./open-spec.ts"
import { together } from "./joined-schemas.ts"

/** What a model is shown of a value with this schema. */
function shown(schema: object, schemas: object = {}): unknown {
  const content = { "application/json": { schema: { type: "object", properties: { valor: schema } } } }
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: {},
    servers: [{ url: "https://a.example" }],
    paths: { "/x": { post: { requestBody: { content } } } },
    components: { schemas },
  })
  const spec = openSpec(text, { readYaml })
  const tool = spec.ok ? spec.value.toolOf("POST /x") : spec
  return tool.ok ? Object(tool.value.parameters["properties"])["valor"] : tool.error
}

const words = { type: "string" }

test("a property that two joined parts have is as both say", () => {
  const base = {
    type: "object",
    properties: { tipo: { type: "string", maxLength: 9 }, nome: words },
    required: ["nome"],
  }
  const own = { properties: { tipo: { enum: ["gato"] }, idade: { type: "integer" } } }
  expect(shown({ allOf: [base, own] })).toEqual({
    type: "object",
    properties: { tipo: { type: "string", maxLength: 9, enum: ["gato"] }, nome: words, idade: { type: "integer" } },
    required: ["nome"],
  })
  const inner = {
    allOf: [{ properties: { a: { properties: { b: words } } } }, { properties: { a: { properties: { c: words } } } }],
  }
  expect(shown(inner)).toMatchObject({ properties: { a: { properties: { b: words, c: words } } } })
})

test("of a property that one part forbids or leaves open, the other part decides", () => {
  const joined = (a: unknown, b: unknown) => together({ properties: { x: a } }, { properties: { x: b } })["properties"]
  expect(joined(words, false)).toEqual({ x: false })
  expect(joined(words, {})).toEqual({ x: words })
  expect(joined(true, words)).toEqual({ x: words })
  const $ref = "#/components/schemas/A"
  expect(joined({ $ref }, { $ref })).toEqual({ x: { $ref } })
  expect(joined({ allOf: [words, { minLength: 1 }] }, { maxLength: 3 })).toEqual({
    x: { allOf: [words, { minLength: 1 }, { maxLength: 3 }] },
  })
})

test("of two lists of values those in both are left", () => {
  const of = (...values: readonly unknown[]) => ({ enum: values })
  expect(shown({ allOf: [of("a", "b"), of("b", "c"), { description: "um" }] })).toEqual({
    description: "um",
    enum: ["b"],
  })
  expect(shown({ allOf: [of("a", { x: 1, y: 2 }), of({ y: 2, x: 1 })] })).toEqual(of({ y: 2, x: 1 }))
  expect(shown({ ...of("a", "b"), allOf: [of("a", "b", "c")] })).toEqual(of("a", "b"))
  const twice = { allOf: [{ properties: { p: of("a", "b") } }, { properties: { p: of("b", "c") } }] }
  expect(shown(twice)).toMatchObject({ properties: { p: of("b") } })
  // Nothing would do: what is shown is no list without a value.
  expect(shown({ allOf: [of("a"), of("b")] })).toEqual(of("b"))
})

test("two lists of alternatives both stay", () => {
  const a = { anyOf: [{ required: ["a"] }, { title: "x", type: "object" }] }
  const b = { anyOf: [{ type: "object" }, { type: "string" }] }
  expect(shown({ allOf: [a, b, { description: "um" }] })).toEqual({
    description: "um",
    allOf: [{ anyOf: [{}, { type: "object" }] }, { anyOf: [{ type: "object" }, { type: "string" }] }],
  })
})

test("what is read-only by its reference, deep inside, is not offered", () => {
  const schemas = { Id: { type: "string", readOnly: true } }
  const list = {
    type: "array",
    items: { type: "object", properties: { id: { $ref: "#/components/schemas/Id" }, nome: words } },
  }
  expect(shown(list, schemas)).toMatchObject({ items: { properties: { nome: words } } })
  expect(JSON.stringify(shown(list, schemas))).not.toContain('"id"')
})
