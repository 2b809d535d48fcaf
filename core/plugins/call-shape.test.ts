import { describe, expect, test } from "vitest"
import { pluginSpec, readYaml, type PluginSpecName } from "../../testing/plugin-specs.ts"
import type { JsonObject } from "../lib/fields.ts"
import { basicToken, isHeaderName, isHeaderValue } from "./call-proof.ts"
import { buildCall, type PluginCall } from "./call-shape.ts"
import { openSpec } from "./openapi/open-spec.ts"
import { authLocations, type PluginAuth } from "./plugin.ts"
import { givenIn } from "./tool.ts"

const none: PluginAuth = { authType: "none" }

function callIn(text: string, key: string, given: JsonObject, auth: PluginAuth = none): PluginCall {
  const spec = openSpec(text, { readYaml })
  if (!spec.ok) throw new Error(JSON.stringify(spec.error))
  const tool = spec.value.toolOf(key)
  if (!tool.ok) throw new Error(JSON.stringify(tool.error))
  const call = buildCall(tool.value.call, given, auth)
  if (!call.ok) throw new Error(call.error)
  return call.value
}

const of = (name: PluginSpecName, key: string, given: JsonObject, auth?: PluginAuth) =>
  callIn(pluginSpec(name), key, given, auth)

describe("the nine real descriptions", () => {
  test("a search with everything that an address must not bear", () => {
    expect(of("arxivsearch", "GET /api/query", { search_query: "all:água & ar#1", start: 0 })).toEqual({
      method: "GET",
      origin: "https://export.arxiv.org",
      path: "/api/query?search_query=all%3A%C3%A1gua%20%26%20ar%231&start=0",
      headers: {},
    })
  })

  test("an object that is required arrives empty where the model leaves it out", () => {
    const call = of("codeinterpreterapi", "POST /runcode", { code: "print(1)", languageType: "python" })
    expect(call.body).toBe('{"code":"print(1)","languageType":"python","variables":{}}')
    expect(call.headers).toEqual({ "Content-Type": "application/json" })
  })

  test("a POST whose arguments stand in the query has no body, and keeps the slash at its end", () => {
    expect(of("duckduckgolite", "POST /lite/", { q: "caju", kl: "br-pt" })).toEqual({
      method: "POST",
      origin: "https://lite.duckduckgo.com",
      path: "/lite/?q=caju&kl=br-pt",
      headers: {},
    })
  })

  test("a name with a slash and an at sign is one step of the path", () => {
    expect(of("npmsearch", "GET /{packageName}", { packageName: "@a/b" }).path).toBe("/%40a%2Fb")
    expect(of("npmsearch", "GET /-/v1/search", { text: "react", size: 5 }).path).toBe("/-/v1/search?text=react&size=5")
  })

  test("each takes its token as its service wants it", () => {
    const bearer = { authType: "bearer", authToken: "sk-1", authLocation: "header" } as const
    const dalle = { model: "dall-e-3", n: 1, prompt: "a cat", size: "1024x1024", quality: "hd", style: "vivid" }
    expect(of("dalle", "POST /v1/images/generations", dalle, bearer).headers["Authorization"]).toBe("Bearer sk-1")
    const key = {
      authType: "custom",
      authToken: "Key abc",
      authHeader: "Authorization",
      authLocation: "header",
    } as const
    const flux = { prompt: "gato", image_size: "square", num_inference_steps: 4, guidance_scale: 3.5 }
    expect(of("flux", "POST /fal-ai/flux/dev", flux, key)).toMatchObject({
      path: "/fal-ai/flux/dev",
      headers: { Authorization: "Key abc" },
      body: '{"prompt":"gato","image_size":"square","num_inference_steps":4,"guidance_scale":3.5}',
    })
    const appid = { authType: "custom", authToken: "W-1", authHeader: "appid", authLocation: "query" } as const
    expect(of("wolframalpha", "GET /api/v1/llm-api", { input: "2+2" }, appid).path).toBe(
      "/api/v1/llm-api?input=2%2B2&appid=W-1",
    )
  })
})

const api = (operation: object, { path = "/x", method = "get" } = {}) =>
  JSON.stringify({
    openapi: "3.0.0",
    servers: [{ url: "https://a.example/v1" }],
    paths: { [path]: { [method]: operation } },
  })
const query = (parameter: object, value: unknown) =>
  callIn(api({ parameters: [{ name: "p", in: "query", schema: {}, ...parameter }] }), "GET /x", { p: value }).path

describe("the styles of a query", () => {
  test.each([
    [{}, ["a", "b c"], "p=a&p=b%20c"],
    [{ explode: false }, ["a", "b"], "p=a,b"],
    [{ style: "spaceDelimited", explode: false }, ["a", "b"], "p=a%20b"],
    [{ style: "pipeDelimited", explode: false }, ["a", "b"], "p=a%7Cb"],
    [{ style: "deepObject" }, { cor: "azul", n: { x: 1 } }, "p%5Bcor%5D=azul&p%5Bn%5D%5Bx%5D=1"],
    [{ style: "deepObject" }, ["a", "b"], "p%5B%5D=a&p%5B%5D=b"],
    [{ style: "deepObject" }, { em: ["a", "b"] }, "p%5Bem%5D%5B%5D=a&p%5Bem%5D%5B%5D=b"],
    [
      { style: "deepObject" },
      [{ id: "a", n: 1 }, { id: "b" }],
      "p%5B0%5D%5Bid%5D=a&p%5B0%5D%5Bn%5D=1&p%5B1%5D%5Bid%5D=b",
    ],
    [{}, { cor: "azul", n: 2 }, "cor=azul&n=2"],
    [{ explode: false }, { cor: "azul", n: 2 }, "p=cor,azul,n,2"],
    [{ allowReserved: true }, "a/b?c&d#e", "p=a/b?c%26d%23e"],
    [{ schema: undefined, content: { "application/json": { schema: {} } } }, { a: 1 }, "p=%7B%22a%22%3A1%7D"],
    [{}, true, "p=true"],
    [{}, "", "p="],
    [{}, "(it's*!)", "p=%28it%27s%2A%21%29"],
  ])("%j", (parameter, value, expected) => {
    expect(query(parameter, value)).toBe(`/v1/x?${expected}`)
  })

  test("odd names go out as they are", () => {
    const text = api({
      parameters: [
        { name: "$top", in: "query" },
        { name: "filter[x]", in: "query" },
      ],
    })
    expect(callIn(text, "GET /x", { _top: 5, filter_x_: "y" }).path).toBe("/v1/x?$top=5&filter%5Bx%5D=y")
  })
})

describe("the path", () => {
  const path = (written: string, given: JsonObject, parameter: object = {}) => {
    const operation = { parameters: [{ name: "a", in: "path", required: true, schema: {}, ...parameter }] }
    return callIn(api(operation, { path: written }), `GET ${written}`, given).path
  }
  test("inside of a step, in the styles of lists, and never out of its folder", () => {
    expect(path("/r/{a}.json", { a: "x/y" })).toBe("/v1/r/x%2Fy.json")
    expect(path("/r/{a}", { a: ["x", "y"] })).toBe("/v1/r/x,y")
    expect(path("/r/{a}", { a: ["x", "y"] }, { style: "label" })).toBe("/v1/r/.x,y")
    expect(path("/r/{a}", { a: ["x", "y"] }, { style: "matrix", explode: true })).toBe("/v1/r/;a=x;a=y")
    for (const a of ["..", ".", ""]) expect(() => path("/r/{a}", { a })).toThrow(/endereço/)
    expect(() => path("/r/{a}", {})).toThrow(/obrigatório a/)
    expect(path("/r/{a}", { a: "../../etc" })).toBe("/v1/r/..%2F..%2Fetc")
    expect(path("/são paulo/{a}", { a: 1 })).toBe("/v1/s%C3%A3o%20paulo/1")
  })

  test("what tells operations at one address apart behind a # is not sent", () => {
    expect(path("/{a}#action=Fechar", { a: "caixa#1" })).toBe("/v1/caixa%231")
    expect(path("/token/{a}?modo=1#renovar/{b}", { a: 1, b: 2 })).toBe("/v1/token/1?modo=1")
  })

  test("a step that a browser takes for .. is refused, however it is written", () => {
    for (const step of ["..", "%2e%2e", "%2E.", ".%2e", "%2e", "%2e{a}"])
      expect(() => path(`/${step}/vault/{a}`, { a: "." })).toThrow(/endereço/)
    expect(path("/%2e%2e%2e/..a/{a}", { a: "%2e%2e" })).toBe("/v1/%2e%2e%2e/..a/%252e%252e")
    expect(path("/a\\..\\b/{a}", { a: 1 })).toBe("/v1/a%5C..%5Cb/1")
  })

  test.each([
    ["https://a.example/v1/%2e%2E", "/vault"],
    ["https://a.example/v1\\..\\..", "/vault"],
    ["https://a.example/v1/.\t.", "/vault"],
    ["https://a.example", ".evil.example/x"],
    ["https://a.example", "x/../../vault"],
  ])("a stored plugin that never was a description is refused: %j %j", (base, written) => {
    const shape = { method: "PUT", base, host: "a.example", path: written, parameters: [] }
    expect(buildCall(shape, {}, none)).toMatchObject({ ok: false })
  })
})

describe("headers", () => {
  const operation = { parameters: [{ name: "X-Id", in: "header", schema: { type: "string" } }] }
  test("a value with a line break is refused, and leaves nothing", () => {
    expect(callIn(api(operation), "GET /x", { "X-Id": "ok é" }).headers).toEqual({ "X-Id": "ok é" })
    expect(() => callIn(api(operation), "GET /x", { "X-Id": "a\r\nX-Evil: 1" })).toThrow(/cabeçalho/)
    expect(() => callIn(api(operation), "GET /x", { "X-Id": "日本" })).toThrow(/cabeçalho/)
    expect(["a\nb", "日"].map(isHeaderValue)).toEqual([false, false])
    expect(["X-Key", "Cookie", "a b", "Content-Length"].map(isHeaderName)).toEqual([true, false, false, false])
  })
})

describe("bodies", () => {
  const body = (content: object, given: JsonObject, more: object = {}) =>
    callIn(api({ requestBody: { content, ...more } }, { method: "post" }), "POST /x", given)
  const fields = { type: "object", properties: { a: { type: "string" }, b: { type: "array", items: {} } } }
  test("a form", () => {
    expect(body({ "application/x-www-form-urlencoded": { schema: fields } }, { a: "é & ~", b: [1, 2] })).toMatchObject({
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "a=%C3%A9+%26+%7E&b=1&b=2",
    })
  })
  test("a form with lists in brackets, as Stripe describes it", () => {
    const list = { type: "array", items: {} }
    const schema = { type: "object", properties: { expand: list, line_items: list } }
    const deep = { style: "deepObject", explode: true }
    const form = { "application/x-www-form-urlencoded": { schema, encoding: { expand: deep, line_items: deep } } }
    const given = { expand: ["customer"], line_items: [{ price: "p_1", quantity: 2 }, { price: "p_2" }] }
    expect(Array.from(new URLSearchParams(body(form, given).body))).toEqual([
      ["expand[]", "customer"],
      ["line_items[0][price]", "p_1"],
      ["line_items[0][quantity]", "2"],
      ["line_items[1][price]", "p_2"],
    ])
  })
  test("a form in parts, whose border stands nowhere in them", () => {
    const { headers, body: text = "" } = body({ "multipart/form-data": { schema: fields } }, { a: "----prosa-form" })
    const boundary = headers["Content-Type"]?.split("boundary=")[1] ?? ""
    expect(text).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n----prosa-form\r\n--${boundary}--\r\n`,
    )
  })
  test("a text, a list, and an object without known fields", () => {
    expect(body({ "text/plain": { schema: { type: "string" } } }, { body: "olá" })).toMatchObject({ body: "olá" })
    expect(body({ "application/json": { schema: { type: "array", items: {} } } }, { body: [1] })).toMatchObject({
      body: "[1]",
    })
    expect(body({ "application/json": { schema: { type: "object" } } }, { body: { a: 1 } })).toMatchObject({
      body: '{"a":1}',
    })
    expect(body({ "*/*": { schema: fields } }, { a: "x" })).toMatchObject({
      headers: { "Content-Type": "application/json" },
    })
  })
  test("nothing where nothing is given and nothing is required", () => {
    expect(body({ "application/json": { schema: fields } }, {}).body).toBeUndefined()
    expect(body({ "application/json": { schema: fields } }, {}, { required: true }).body).toBe("{}")
  })
  test("what a body is required to have and is missing is told to the model", () => {
    const schema = { ...fields, required: ["a"] }
    expect(() => body({ "application/json": { schema } }, {})).toThrow("Falta o argumento obrigatório a.")
  })
})

describe("the token", () => {
  const text = api(
    { requestBody: { content: { "application/json": { schema: { type: "object", properties: { a: {} } } } } } },
    { method: "post" },
  )
  const types = ["none", "basic", "bearer", "custom"] as const
  const values = { none: undefined, basic: "Basic dTpw", bearer: "Bearer dTpw", custom: "dTpw" }
  test.each(types.flatMap((authType) => authLocations.map((authLocation) => [authType, authLocation] as const)))(
    "%s in the %s",
    (authType, authLocation) => {
      const auth = { authType, authLocation, authToken: "dTpw", authHeader: "Chave" }
      const call = callIn(text, "POST /x", { a: 1 }, auth)
      const name = authType === "custom" ? "Chave" : "Authorization"
      const expected = values[authType]
      const found = {
        header: call.headers[name],
        query: new URLSearchParams(call.path.split("?")[1]).get(name) ?? undefined,
        body: (JSON.parse(call.body ?? "{}") as JsonObject)[name],
      }
      for (const place of authLocations) expect(found[place]).toBe(place === authLocation ? expected : undefined)
    },
  )

  test("is never sent to another host, and takes the place of what a model puts there", () => {
    const other = JSON.stringify({
      openapi: "3.0.0",
      servers: [{ url: "https://a.example" }],
      paths: { "/a": { get: {} }, "/b": { get: {} }, "/c": { get: {}, servers: [{ url: "https://b.example" }] } },
    })
    const auth = { authType: "bearer", authToken: "t" } as const
    expect(callIn(other, "GET /c", {}, auth).headers).toEqual({})
    const own = api({ parameters: [{ name: "appid", in: "query" }] })
    const custom = { authType: "custom", authHeader: "appid", authToken: "eu", authLocation: "query" } as const
    expect(callIn(own, "GET /x", { appid: "modelo" }, custom).path).toBe("/v1/x?appid=eu")
  })

  test("a user and a password are encoded once", () => {
    expect(basicToken("joão:s&nha")).toBe(btoa(String.fromCharCode(...new TextEncoder().encode("joão:s&nha"))))
    expect(["a:", "ab:", "abc:"].map((typed) => basicToken(typed))).toEqual([btoa("a:"), btoa("ab:"), btoa("abc:")])
    expect(basicToken(basicToken("u:p"))).toBe("dTpw")
  })
})

test("a whole number that has no room in a number goes out with all its digits", () => {
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: {},
    servers: [{ url: "https://a.example" }],
    paths: {
      "/x/{id}": {
        post: {
          parameters: [{ in: "query", name: "de", schema: { type: "integer" } }],
          requestBody: {
            content: {
              "application/json": { schema: { properties: { pai: { type: "integer" }, filhos: { type: "array" } } } },
            },
          },
        },
      },
    },
  })
  const given = givenIn({
    arguments: '{"id":9007199254740993,"de":-9007199254740995,"pai":9007199254740997,"filhos":[1]}',
  })
  const call = callIn(text, "POST /x/{id}", given ?? {})
  expect(call.path).toBe("/x/9007199254740993?de=-9007199254740995")
  expect(call.body).toBe('{"pai":9007199254740997,"filhos":[1]}')
})
