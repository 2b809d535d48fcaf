import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatMessage, ToolDefinition } from "../../gateway/chat-request.ts"
import { encodeBody, encodeChat } from "./encode-request.ts"
import { encodeSchema } from "./schema.ts"
import { encodeTurns } from "./turns.ts"

const config: ChatConfig = { model: "gemini-2.5-flash", providerName: "Google", stream: true }
const hello: readonly ChatMessage[] = [{ role: "user", content: "Olá" }]
const body = (changes: Partial<ChatConfig>, tools?: readonly ToolDefinition[]) =>
  encodeBody({ config: { ...config, ...changes }, messages: hello, ...(tools && { tools }) })
const user = (content: string) => ({ role: "user", content }) as const
const assistant = (content: string) => ({ role: "assistant", content }) as const
const texts = (...texts: readonly string[]) => texts.map((text) => ({ text }))

describe("the request to Gemini", () => {
  test("names model and method in its path, the key in a header", () => {
    const { path, headers } = encodeChat({ config, messages: hello }, { apiKey: "AIza" })
    expect(path).toBe("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse")
    expect(headers["x-goog-api-key"]).toBe("AIza")
    const whole = encodeChat({ config: { ...config, stream: false }, messages: hello }, {})
    expect(whole.path).toBe("/v1beta/models/gemini-2.5-flash:generateContent")
    expect(whole.headers).not.toHaveProperty("x-goog-api-key")
    const pathIn = (apiVersion: string, more: object = {}, of = {}) =>
      encodeChat({ config: { ...config, ...of }, messages: hello, ...more }, { apiVersion }).path
    expect(pathIn("v1")).toBe("/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse")
    expect(pathIn("v1beta")).toMatch(/^\/v1beta\//)
    // Options that the older version lacks are sent to the newer one.
    expect(pathIn("v1", { tools: [{ name: "hora" }] })).toMatch(/^\/v1beta\//)
    expect(pathIn("v1", {}, { enable_web_search: true })).toMatch(/^\/v1beta\//)
    expect(pathIn("v1", {}, { model: "gemini-3-flash-preview" })).toMatch(/^\/v1beta\//)
    const odd = encodeChat({ config: { ...config, model: "a/../b?c" }, messages: hello }, {})
    expect(odd.path).toBe("/v1beta/models/a%2F..%2Fb%3Fc:streamGenerateContent?alt=sse")
  })

  test("sets four safety settings, BLOCK_ONLY_HIGH unless told otherwise", () => {
    const categories = ["HARASSMENT", "HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT"]
    const settings = (threshold: string) => categories.map((name) => ({ category: `HARM_CATEGORY_${name}`, threshold }))
    expect(body({}).safetySettings).toEqual(settings("BLOCK_ONLY_HIGH"))
    expect(body({ safety: "BLOCK_NONE" }).safetySettings).toEqual(settings("BLOCK_NONE"))
  })

  test("carries temperature, maxOutputTokens and topP in generationConfig", () => {
    expect(body({ temperature: 0.5, top_p: 0.9, max_tokens: 1000 }).generationConfig).toEqual({
      temperature: 0.5,
      maxOutputTokens: 1000,
      topP: 0.9,
    })
    expect(body({}).generationConfig).toEqual({})
  })

  test("offers functions, or the search that was asked for", () => {
    const tool = {
      name: "soma",
      description: "Soma.",
      parameters: { type: "object", properties: { a: { type: "number" } } },
    }
    const bare = { name: "hora", parameters: { type: "object", properties: {} } }
    expect(body({}, [tool, bare]).tools).toEqual([
      { functionDeclarations: [{ ...tool, parameters: tool.parameters }, { name: "hora" }] },
    ])
    expect(body({ enable_web_search: true }, [tool]).tools).toEqual([{ google_search: {} }])
    expect(body({})).not.toHaveProperty("tools")
  })
})

describe("the turns", () => {
  test("of one role become one: assistant is model, system is user", () => {
    expect(
      encodeTurns([
        { role: "system", content: "Seja breve." },
        user("Oi"),
        assistant("Olá"),
        assistant("!"),
        user("E aí?"),
      ]),
    ).toEqual([
      { role: "user", parts: texts("Seja breve.", "Oi") },
      { role: "model", parts: texts("Olá", "!") },
      { role: "user", parts: texts("E aí?") },
    ])
  })

  test("begin with the user, and have no empty text", () => {
    expect(encodeTurns([assistant("Olá!"), user(""), user(" ")])).toEqual([
      { role: "user", parts: texts(";") },
      { role: "model", parts: texts("Olá!") },
    ])
  })

  test("bring images as inline_data, or by address", () => {
    const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const
    const content = [image("data:image/jpeg;base64,AAAA"), image("https://exemplo.br/a.png")]
    expect(encodeTurns([{ role: "user", content }])[0]?.parts).toEqual([
      { inline_data: { mime_type: "image/jpeg", data: "AAAA" } },
      { file_data: { mime_type: "image/png", file_uri: "https://exemplo.br/a.png" } },
    ])
  })

  test("bring calls back with their signature, and results by the function's name as an object", () => {
    const call = (id: string, name: string) => ({ id, name, arguments: '{"a":1}' })
    const turns = encodeTurns([
      user("Some"),
      {
        role: "assistant",
        content: "",
        tool_calls: [{ ...call("x_0", "soma"), signature: "sig" }, call("x_1", "hora")],
      },
      { role: "tool", content: '{"total":3}', tool_call_id: "x_0" },
      { role: "tool", content: "meio-dia", tool_call_id: "x_1" },
    ])
    expect(turns.slice(1)).toEqual([
      {
        role: "model",
        parts: [
          { functionCall: { name: "soma", args: { a: 1 } }, thoughtSignature: "sig" },
          { functionCall: { name: "hora", args: { a: 1 } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "soma", response: { total: 3 } } },
          { functionResponse: { name: "hora", response: { result: "meio-dia" } } },
        ],
      },
    ])
  })

  test("alternate and begin with the user, whatever was said", () => {
    const message = fc.record({
      role: fc.constantFrom("system" as const, "user" as const, "assistant" as const, "tool" as const),
      content: fc.oneof(fc.string(), fc.constant(null)),
    })
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const turns = encodeTurns(messages)
        expect(turns.map(({ role }) => role)).toEqual(turns.map((_, at) => (at % 2 === 0 ? "user" : "model")))
        expect(turns.every(({ parts }) => parts.length > 0)).toBe(true)
      }),
    )
  })
})

describe("a schema for Gemini", () => {
  test("has no word it does not know", () => {
    expect(
      encodeSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        additionalProperties: false,
        properties: {
          cor: { type: ["string", "null"], enum: ["azul", "verde"], default: "azul" },
          modo: { const: "rápido" },
          n: { type: "integer", exclusiveMinimum: 0, minimum: 1, format: "uint8" },
          lista: { type: "array", items: { type: "string", format: "uri" }, minItems: 1 },
          ou: { oneOf: [{ type: "string" }, { type: "number" }] },
        },
        required: ["cor", "ausente"],
      }),
    ).toEqual({
      type: "object",
      properties: {
        cor: { type: "string", nullable: true, enum: ["azul", "verde"] },
        modo: { type: "string", enum: ["rápido"] },
        n: { type: "integer", minimum: 1 },
        lista: { type: "array", items: { type: "string" }, minItems: 1 },
        ou: { anyOf: [{ type: "string" }, { type: "number" }] },
      },
      required: ["cor"],
    })
  })

  test.each([
    ["a list of anything", { type: "array" }, { type: "array", items: { type: "string" } }],
    ["a list of what is not described", { type: "array", items: {} }, { type: "array", items: { type: "string" } }],
    ["a list of all there is", { type: "array", items: true }, { type: "array", items: { type: "string" } }],
    [
      "a list with places",
      { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], minItems: 2 },
      { type: "array", items: { type: "number" }, minItems: 2 },
    ],
    [
      "a list with places of several kinds",
      { type: "array", items: [{ type: "number" }, { type: "string" }] },
      { type: "array", items: { anyOf: [{ type: "number" }, { type: "string" }] } },
    ],
    ["something or nothing", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string", nullable: true }],
    [
      "numbers to choose from",
      { type: "integer", enum: [1, 2], description: "Um tamanho." },
      { type: "integer", description: "Um tamanho. One of: 1, 2." },
    ],
    ["a switch that is on", { const: true }, { type: "boolean", description: "One of: true." }],
    [
      "texts or nothing to choose from",
      { type: ["string", "null"], enum: ["a", "", null] },
      { type: "string", nullable: true, enum: ["a"] },
    ],
    [
      "all of several",
      {
        allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: { type: "number" } } }],
      },
      { type: "object", properties: { a: { type: "string" }, b: { type: "number" } }, required: ["a"] },
    ],
  ])("says what it can of %s", (_what, schema, encoded) => expect(encodeSchema(schema)).toEqual(encoded))

  test("has what is referred to where it is referred to, and a part inside itself in outline", () => {
    expect(
      encodeSchema({
        type: "object",
        properties: {
          dono: { $ref: "#/$defs/Pessoa", description: "De quem é." },
          outro: { anyOf: [{ $ref: "#/definitions/a~1b" }, { type: "null" }] },
          longe: { $ref: "https://exemplo.br/x.json" },
          nada: { $ref: "#/$defs/constructor" },
        },
        $defs: {
          Pessoa: {
            type: "object",
            title: "Pessoa",
            properties: { nome: { type: "string" }, filhos: { type: "array", items: { $ref: "#/$defs/Pessoa" } } },
            required: ["nome"],
          },
        },
        definitions: { "a/b": { type: "string", enum: ["x"] } },
      }),
    ).toEqual({
      type: "object",
      properties: {
        dono: {
          type: "object",
          title: "Pessoa",
          description: "De quem é.",
          properties: {
            nome: { type: "string" },
            filhos: { type: "array", items: { type: "object" } },
          },
          required: ["nome"],
        },
        outro: { type: "string", nullable: true, enum: ["x"] },
        longe: {},
        nada: {},
      },
    })
  })

  test("ends, and stays small, where parts refer to each other many times over", () => {
    const many = (name: string) => Object.fromEntries([..."abcdef"].map((key) => [key, { $ref: name }]))
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`d${at}`, { type: "object", properties: many(`#/$defs/d${at + 1}`) }]),
    )
    const schema = { $ref: "#/$defs/d0", $defs }
    expect(JSON.stringify(encodeSchema(schema)).length).toBeLessThan(4 * JSON.stringify(schema).length)
    const long = { description: "a".repeat(10_000) }
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, { $ref: "#/$defs/long" }]))
    const twice = { properties: names, $defs: { long } }
    expect(JSON.stringify(encodeSchema(twice)).length).toBeLessThan(4 * JSON.stringify(twice).length)
    expect(encodeSchema({ $ref: "#" })).toEqual({})
  })

  test("is made of anything without throwing", () => {
    const name = fc.constantFrom("$ref", "type", "items", "properties", "anyOf", "allOf", "enum", "required", "a")
    const value = fc.constantFrom("#", "#/a", "array", "object", null, true, 1)
    fc.assert(
      fc.property(fc.object({ maxDepth: 8, key: name, values: [value] }), (schema) => {
        expect(encodeSchema(schema)).toBeTypeOf("object")
      }),
    )
    fc.assert(
      fc.property(fc.object({ maxDepth: 8 }), (schema) => {
        expect(encodeSchema(schema)).toBeTypeOf("object")
      }),
    )
  })
})
