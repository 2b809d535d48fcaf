import { expect, test } from "vitest"
import { readYaml } from "../../../testing/plugin-specs.ts"
import { buildCall } from "../call-shape.ts"
import { openSpec } from "./open-spec.ts"

/** The body that goes out for what a model gave, where the body has this schema. */
function sent(schema: object, given: unknown): unknown {
  const content = { "application/json": { schema } }
  const paths = { "/x": { post: { requestBody: { required: true, content } } } }
  const text = JSON.stringify({ openapi: "3.1.0", info: {}, servers: [{ url: "https://a.example" }], paths })
  const spec = openSpec(text, { readYaml })
  const tool = spec.ok ? spec.value.toolOf("POST /x") : spec
  const call = tool.ok ? buildCall(tool.value.call, { body: given }, { authType: "none" }) : undefined
  return call?.ok ? JSON.parse(call.value.body ?? "") : undefined
}

const filter = { type: "object", properties: { $top: { type: "integer" }, "a b": { type: "string" } } }

test("a property inside of an alternative goes out under the service's name", () => {
  expect(sent({ oneOf: [filter, { type: "string" }] }, { _top: 3 })).toEqual({ $top: 3 })
  const list = { type: "array", items: { type: "object", properties: { "c d": {} } } }
  expect(sent({ anyOf: [filter, list] }, { a_b: "x" })).toEqual({ "a b": "x" })
  expect(sent({ anyOf: [filter, list] }, [{ c_d: 1 }])).toEqual([{ "c d": 1 }])
})

test("alternatives that share a property share its names", () => {
  const with$ = (name: string) => ({
    type: "object",
    properties: { por: { type: "object", properties: { [name]: {} } } },
  })
  const either = { oneOf: [with$("$top"), with$("$skip")] }
  expect(sent(either, { por: { _top: 1, _skip: 2 } })).toEqual({ por: { $top: 1, $skip: 2 } })
})

test("what is called alike for the model in two alternatives goes out under the name of each", () => {
  const having = (...names: readonly string[]) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  })
  const either = { oneOf: [having("a_b", "nome"), having("a b", "nome")] }
  expect(sent(either, { a_b: "x", nome: "um" })).toEqual({ a_b: "x", nome: "um" })
  expect(sent(either, { a_b_2: "x", nome: "um" })).toEqual({ "a b": "x", nome: "um" })
  // One that is beside the alternatives, and one that both of them have.
  const beside = { ...having("a_b"), anyOf: [having("a b"), having("a b", "c")] }
  expect(sent(beside, { a_b: "x", a_b_2: "y" })).toEqual({ a_b: "x", "a b": "y" })
  // And inside of a property and of a list that both have.
  const deep = (name: string) => ({
    type: "object",
    properties: { em: { type: "array", items: having(name) } },
  })
  expect(sent({ oneOf: [deep("a_b"), deep("a b")] }, { em: [{ a_b: "x" }, { a_b_2: "y" }] })).toEqual({
    em: [{ a_b: "x" }, { "a b": "y" }],
  })
})

test("so does a property inside of one whose name is free", () => {
  const free = { type: "object", additionalProperties: filter }
  expect(sent(free, { qualquer: { _top: 3 }, outro: { a_b: "x" } })).toEqual({
    qualquer: { $top: 3 },
    outro: { "a b": "x" },
  })
})
