import { describe, expect, test } from "vitest"
import { pluginSpec, pluginSpecs, readYaml } from "../../../testing/plugin-specs.ts"
import type { JsonObject } from "../../lib/fields.ts"
import { openSpec, type SpecOptions } from "./open-spec.ts"

const open = (spec: object | string, options: Omit<SpecOptions, "readYaml"> = {}) =>
  openSpec(typeof spec === "string" ? spec : JSON.stringify(spec), { readYaml, ...options })

function opened(spec: object | string, options?: Omit<SpecOptions, "readYaml">) {
  const result = open(spec, options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const faultOf = (spec: object | string, options?: Omit<SpecOptions, "readYaml">) => {
  const result = open(spec, options)
  return result.ok ? undefined : result.error
}

function toolIn(spec: object | string, key: string) {
  const tool = opened(spec).toolOf(key)
  if (!tool.ok) throw new Error(JSON.stringify(tool.error))
  return tool.value
}

const basic = { openapi: "3.0.3", info: { title: "T", version: "1" }, servers: [{ url: "https://a.example/v1/" }] }
const get = (operation: object, more: object = {}) => ({ ...basic, paths: { "/x": { get: operation } }, ...more })
const post = (schema: object, more: object = {}) => ({
  ...basic,
  paths: { "/x": { post: { operationId: "fazer", requestBody: { content: { "application/json": { schema } } } } } },
  ...more,
})

describe("the nine real descriptions", () => {
  test.each(pluginSpecs)("%s opens, and each operation becomes a tool", (name) => {
    const spec = opened(pluginSpec(name))
    expect(spec.operations.length).toBeGreaterThan(0)
    for (const { key, fault } of spec.operations) {
      expect(fault).toBeUndefined()
      expect(spec.toolOf(key)).toMatchObject({ ok: true })
    }
  })

  test("their operations, names and parameters", () => {
    const found = pluginSpecs.map((name) => {
      const spec = opened(pluginSpec(name))
      return spec.operations.map(({ key, name: tool }) => {
        const read = spec.toolOf(key)
        return [key, tool, read.ok ? Object.keys(read.value.parameters["properties"] as object) : []]
      })
    })
    const flux = ["prompt", "image_size", "num_inference_steps", "seed", "guidance_scale", "num_images"]
    expect(found).toEqual([
      [["GET /api/query", "ArxivSearch", ["search_query", "sortBy", "sortOrder", "start", "max_results"]]],
      [["POST /read_url", "ChatPDFReadRrl", ["f1_http_url", "f2_query", "f3_selected_pages"]]],
      [["POST /runcode", "CodeInterpreter", ["code", "languageType", "variables"]]],
      [["POST /v1/images/generations", "Dalle3", ["model", "n", "prompt", "size", "quality", "style"]]],
      [["POST /lite/", "DuckDuckGoLiteSearch", ["q", "s", "o", "api", "kl", "bing_market"]]],
      found[5],
      [
        ["POST /fal-ai/flux-pro", "FluxPro", [...flux, "enable_safety_checker"]],
        ["POST /fal-ai/flux/dev", "FluxDev", [...flux, "enable_safety_checker"]],
        ["POST /fal-ai/flux/schnell", "FluxSchnell", [...flux, "enable_safety_checker"]],
        [
          "POST /fal-ai/flux/dev/image-to-image",
          "FluxDevImageToImage",
          ["image_url", "prompt", "strength", ...flux.slice(1), "enable_safety_checker"],
        ],
      ],
      [
        ["GET /-/v1/search", "npmSearch", ["text", "size"]],
        ["GET /{packageName}", "npmPackageInfo", ["packageName"]],
      ],
      [["GET /api/v1/llm-api", "Calculate", ["input"]]],
    ])
    expect(found[5]?.map(([, name]) => name)).toContain("GetDatasetList")
  })
})

describe("refusals name the place", () => {
  const x = { "/x": { get: { parameters: [{ $ref: "#/components/parameters/P" }] } } }
  test.each([
    ["no document", "", { kind: "no-document", at: "" }],
    ["half a document", "{", { kind: "not-json" }],
    ["a list", "[]", { kind: "no-document" }],
    ["broken YAML", "openapi: 3.0.0\npaths: [", { kind: "not-yaml" }],
    ["another version", { openapi: "4.0.0" }, { kind: "version", at: "openapi" }],
    ["another format", { info: { name: "Coleção" }, item: [] }, { kind: "no-document", at: "" }],
    ["the address of a description", " https://a.example/openapi.json\n", { kind: "address-only", at: "" }],
    ["a web page", "\n<!DOCTYPE html>\n<html lang=en><p>Docs: x", { kind: "web-page", at: "" }],
    ["a bare web page", "<!-- docs --><HTML><body>openapi: 3.0.0", { kind: "web-page", at: "" }],
    ["no paths", basic, { kind: "no-paths", at: "paths" }],
    ["empty paths", { ...basic, paths: {} }, { kind: "no-paths", at: "paths" }],
    [
      "an external reference",
      get({ parameters: [{ $ref: "https://evil.example/p.json#/P" }] }),
      { kind: "external-reference", at: "paths./x.get.parameters.0.$ref" },
    ],
    [
      "an external schema deep inside",
      post({ type: "object", properties: { a: { items: { $ref: "other.yaml#/A" } } } }),
      { kind: "external-reference" },
    ],
    [
      "a reference to itself",
      { ...basic, paths: x, components: { parameters: { P: { $ref: "#/components/parameters/P" } } } },
      { kind: "endless-reference", at: "paths./x.get.parameters.0.$ref" },
    ],
    [
      "two that lead to each other",
      {
        ...basic,
        paths: x,
        components: {
          parameters: { P: { $ref: "#/components/parameters/Q" }, Q: { $ref: "#/components/parameters/P" } },
        },
      },
      { kind: "endless-reference" },
    ],
    ["a reference to nothing", { ...basic, paths: x }, { kind: "missing-reference" }],
    [
      "a server without encryption",
      get({}, { servers: [{ url: "http://a.example" }] }),
      { kind: "http-server", at: "servers.0.url" },
    ],
    [
      "a relative server of a pasted text",
      get({}, { servers: [{ url: "/v1" }] }),
      { kind: "relative-server", at: "servers.0.url" },
    ],
    ["no server in a pasted text", get({}, { servers: undefined }), { kind: "relative-server" }],
    ["another port", get({}, { servers: [{ url: "https://a.example:8443" }] }), { kind: "server-port" }],
    [
      "a folder that leads out",
      get({}, { servers: [{ url: "https://a.example/b/%2e%2E" }] }),
      { kind: "server-address" },
    ],
    [
      "the same, backwards",
      get({}, { servers: [{ url: "https://a.example/b\\..\\..\\c" }] }),
      { kind: "server-address" },
    ],
    ["a name and a password", get({}, { servers: [{ url: "https://a@b.example" }] }), { kind: "server-address" }],
    [
      "a free text in the host",
      get({}, { servers: [{ url: "https://{tenant}.a.example", variables: { tenant: { default: "x" } } }] }),
      { kind: "server-variable", at: "servers.0.variables.tenant" },
    ],
    [
      "a part of the path without a value",
      get({}, { servers: [{ url: "https://a.example/bot{token}" }] }),
      { kind: "server-blank", at: "servers.0.variables.token" },
    ],
    [
      "a body that a GET must have",
      get({ requestBody: { required: true, content: { "application/json": { schema: {} } } } }),
      { kind: "get-body", at: "paths./x.get.requestBody" },
    ],
    [
      "a cookie that is required",
      get({ parameters: [{ name: "s", in: "cookie", required: true }] }),
      { kind: "cookie" },
    ],
  ])("%s", (_, spec, fault) => {
    expect(faultOf(spec)).toMatchObject(fault)
  })

  test("only what leads out of the description, or nowhere, is left out", () => {
    const schemas = {
      Fora: { type: "object", properties: { a: { $ref: "outro.yaml#/A" } } },
      Volta: { $ref: "#/components/schemas/Volta" },
      Certo: { type: "object", properties: { b: { type: "string" } } },
      Meio: {
        type: "object",
        properties: { certo: { $ref: "#/components/schemas/Certo" }, fora: { $ref: "#/components/schemas/Fora" } },
      },
    }
    const body = (name: string) => ({
      requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } },
    })
    const spec = opened({
      ...basic,
      components: { schemas },
      paths: {
        "/fora": { post: body("Fora"), put: body("Fora"), patch: body("Certo") },
        "/meio": { post: body("Meio") },
        "/volta": { post: body("Volta") },
        "/arquivo": { $ref: "caminhos.yaml#/x" },
        "/nada": { get: { parameters: [{ $ref: "#/components/parameters/Nenhum" }] } },
        "/certo": { post: body("Certo") },
      },
    })
    expect(spec.operations.map(({ key, fault, isElsewhere }) => [key, fault?.kind, isElsewhere])).toEqual([
      ["POST /fora", "external-reference", false],
      ["PUT /fora", "external-reference", false],
      ["PATCH /fora", undefined, false],
      ["POST /meio", "external-reference", false],
      ["POST /volta", "endless-reference", false],
      ["/arquivo", "external-reference", false],
      ["GET /nada", "missing-reference", false],
      ["POST /certo", undefined, false],
    ])
    expect(spec.toolOf("PUT /fora")).toMatchObject({ error: { kind: "external-reference" } })
    expect(spec.toolOf("/arquivo")).toMatchObject({ error: { kind: "external-reference" } })
  })

  test("too deep, too many, a bomb, too long", () => {
    let deep: object = { type: "string" }
    for (let level = 0; level < 70; level++) deep = { properties: { a: deep } }
    expect(faultOf(post(deep))).toMatchObject({ kind: "too-deep" })
    const paths = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`/x${at}`, { get: {} }]))
    expect(inAMoment(() => faultOf({ ...basic, paths }))).toMatchObject({ kind: "too-many-operations", at: "paths" })
    const lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"]
    for (let level = 1; level < 12; level++) lines.push(`a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`)
    expect(inAMoment(() => faultOf(lines.join("\n")))).toMatchObject({ kind: "not-yaml" })
    expect(faultOf(`a: ${"x".repeat(1_100_000)}`)).toMatchObject({ kind: "yaml-too-large" })
  })
})

/** Runs `find`, which may hold the processor for a second at most, and returns what it found. */
function inAMoment<Found>(find: () => Found): Found {
  const before = process.cpuUsage()
  const found = find()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
  return found
}

describe("addresses", () => {
  const hostOf = (servers: object, options: Omit<SpecOptions, "readYaml"> = {}) => {
    const spec = opened(get({ operationId: "a" }, { servers }), options)
    const tool = spec.toolOf("GET /x")
    return tool.ok ? tool.value.call.base : tool.error
  }
  test("keep their path, and begin where the description was loaded from when they are relative", () => {
    expect(hostOf([{ url: "https://a.example/v1/" }])).toBe("https://a.example/v1")
    const loadedFrom = "https://docs.example/specs/api.json"
    expect(hostOf([{ url: "/v2" }], { loadedFrom })).toBe("https://docs.example/v2")
    expect(hostOf([{ url: "../v3" }], { loadedFrom })).toBe("https://docs.example/v3")
    expect(hostOf([], { loadedFrom })).toBe("https://docs.example")
    expect(hostOf([{ url: "//b.example/v1" }], { loadedFrom })).toBe("https://b.example/v1")
  })

  test("the first with https, and variables by their defaults", () => {
    expect(hostOf([{ url: "http://a.example" }, { url: "https://b.example" }])).toBe("https://b.example")
    const url = "https://{region}.a.example/{version}"
    const variables = { region: { enum: ["br", "pt"], default: "pt" }, version: { default: "v9" } }
    expect(hostOf([{ url, variables }])).toBe("https://pt.a.example/v9")
    expect(hostOf([{ url, variables }], { variables: { region: "br" } })).toBe("https://br.a.example/v9")
    expect(hostOf([{ url, variables }], { variables: { region: "evil.example/" } })).toBe("https://br.a.example/v9")
    expect(opened(get({}, { servers: [{ url, variables }] })).variables).toEqual([
      { name: "region", choices: ["br", "pt"], value: "pt" },
    ])
  })

  test("a host with letters beyond ASCII is called as browsers call it, and refused where it is none", () => {
    const asciiHost = (host: string) => (host === "açaí.com.br" ? "xn--aa-4iaz.com.br" : undefined)
    const at = (url: string) => open(get({}, { servers: [{ url }] }), { asciiHost })
    expect(at("https://açaí.com.br/v1")).toMatchObject({ value: { host: "xn--aa-4iaz.com.br" } })
    for (const url of ["https://ação.com.br", "https://eu:açaí@a.example", "https://a.example@açaí.com.br"])
      expect(at(url)).toMatchObject({ error: { kind: "server-address" } })
  })

  test("a variable in the scheme makes no variable of the path of one in the host", () => {
    const scheme = { enum: ["http", "https"], default: "http" }
    const url = "{scheme}://{tenant}.a.example/v1"
    const free = { kind: "server-variable", at: "servers.0.variables.tenant" }
    expect(faultOf(get({}, { servers: [{ url, variables: { scheme, tenant: { default: "x" } } }] }))).toEqual(free)
    const variables = { scheme, tenant: { enum: ["x", "y"], default: "y" } }
    expect(hostOf([{ url, variables }])).toBe("https://y.a.example/v1")
    expect(hostOf([{ url: "{scheme}://a.example", variables: { scheme: { default: "https" } } }])).toBe(
      "https://a.example",
    )
  })

  test("a default that cannot be called gives way to a choice that can, and only such are offered", () => {
    const variables = { scheme: { enum: ["http", "https"], default: "http" }, port: { enum: ["80", "8080", "443"] } }
    const servers = [{ url: "{scheme}://a.example:{port}/v1", variables }]
    expect(hostOf(servers)).toBe("https://a.example/v1")
    expect(opened(get({}, { servers })).variables).toEqual([
      { name: "scheme", choices: ["https"], value: "https" },
      { name: "port", choices: ["443"], value: "443" },
    ])
    const all = { kind: "http-server", at: "servers.0.url" }
    expect(faultOf(get({}, { servers: [{ url: "{s}://a.example", variables: { s: { enum: ["http"] } } }] }))).toEqual(
      all,
    )
  })

  test("an operation at another host is marked, and never takes the token", () => {
    const spec = opened({
      ...basic,
      paths: {
        "/a": { get: {} },
        "/b": { get: {} },
        "/c": { servers: [{ url: "https://other.example" }], get: {} },
      },
    })
    expect(spec.operations.map(({ host, isElsewhere }) => [host, isElsewhere])).toEqual([
      ["a.example", false],
      ["a.example", false],
      ["other.example", true],
    ])
    const calls = spec.operations
      .map(({ key }) => spec.toolOf(key))
      .map((tool) => tool.ok && tool.value.call.takesToken)
    expect(calls).toEqual([true, true, undefined])
  })
})

describe("names", () => {
  test("every name is one that all providers take", () => {
    const long = "x".repeat(300)
    const spec = opened({
      ...basic,
      paths: {
        "/a": { get: { operationId: "a b" }, post: { operationId: "twin" } },
        "/b": { get: { operationId: "twin" }, post: { operationId: long } },
        "/api/query": { get: {}, post: { operationId: "__proto__" } },
        "/c": { get: { operationId: "9lives" }, post: { operationId: "获取" }, put: { operationId: `${long}y` } },
      },
    })
    const names = spec.operations.map(({ name }) => name)
    for (const name of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining(["a_b", "POST_a", "GET_b", "GET_api_query", "POST_api_query", "_9lives", "POST_c"]),
    )
    expect(names.filter((name) => /^x{57}_[0-9a-f]{6}$/.test(name))).toHaveLength(2)
  })

  test("properties are mapped where a provider would refuse them, inside of bodies too", () => {
    const tool = toolIn(
      {
        ...basic,
        paths: {
          "/x": {
            post: {
              parameters: [
                { name: "$top", in: "query", schema: { type: "integer" } },
                { name: "filter[x]", in: "query", schema: { type: "string" } },
                { name: "id", in: "query", schema: { type: "string" } },
              ],
              requestBody: {
                content: {
                  "application/json": {
                    schema: { type: "object", properties: { id: { type: "object", properties: { "@type": {} } } } },
                  },
                },
              },
            },
          },
        },
      },
      "POST /x",
    )
    expect(Object.keys(tool.parameters["properties"] as object)).toEqual(["_top", "filter_x_", "id", "body_id"])
    expect(tool.call.body?.fields).toEqual([{ name: "id", property: "body_id", names: { own: { _type: "@type" } } }])
  })
})

describe("schemas", () => {
  const parametersOf = (schema: object, more: object = {}) =>
    toolIn(post(schema, more), "POST /x").parameters as { readonly properties: JsonObject; readonly required?: unknown }

  test("keep what models need and leave the rest", () => {
    const { properties, required } = parametersOf({
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "string", nullable: true, enum: ["x", "y"] } } },
        { properties: { b: { type: ["integer", "null"], minimum: 1, exclusiveMinimum: true, default: 3 } } },
      ],
      properties: {
        c: { type: "array" },
        d: { readOnly: true, type: "string" },
        e: { oneOf: [{ type: "string" }, { type: "number" }], not: {}, if: {}, patternProperties: {} },
        f: { type: "array", default: [], items: { type: "integer" } },
        g: { oneOf: [{ type: "string" }, { type: "number" }], nullable: true },
      },
    })
    expect(properties).toEqual({
      a: { type: ["string", "null"], enum: ["x", "y"] },
      b: { type: ["integer", "null"], exclusiveMinimum: 1, default: 3 },
      c: { type: "array", items: {} },
      e: { oneOf: [{ type: "string" }, { type: "number" }] },
      f: { type: "array", default: [], items: { type: "integer" } },
      g: { oneOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
    })
    expect(required).toEqual(["a"])
  })

  test("references keep the words beside them, escapes are read, and shared parts stay as they are", () => {
    const components = { schemas: { "A/B~c d": { type: "string", description: "alheia" } } }
    const reference = { $ref: "#/components/schemas/A~1B~0c%20d" }
    const { properties } = parametersOf(
      { type: "object", properties: { a: { ...reference, description: "minha" }, b: reference } },
      { components },
    )
    expect(properties).toEqual({
      a: { type: "string", description: "minha" },
      b: { type: "string", description: "alheia" },
    })
  })

  test("a recursion ends, and a definition stays small whatever it unfolds to", () => {
    const node = {
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/components/schemas/N" } } },
    }
    const tree = parametersOf(
      { type: "object", properties: { root: { $ref: "#/components/schemas/N" } } },
      { components: { schemas: { N: node } } },
    )
    const text = JSON.stringify(tree)
    expect(text.split('"name"').length - 1).toBe(6)

    const wide = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `S${at}`,
        {
          type: "object",
          description: "uma descrição bem comprida ".repeat(20),
          properties: Object.fromEntries(
            Array.from({ length: 12 }, (_, to) => [`p${to}`, { $ref: `#/components/schemas/S${to}` }]),
          ),
        },
      ]),
    )
    const tool = toolIn(post({ $ref: "#/components/schemas/S0" }, { components: { schemas: wide } }), "POST /x")
    expect(JSON.stringify(tool.parameters).length).toBeLessThan(16_000)
  })

  test("an allOf that contains itself ends", () => {
    const components = {
      schemas: {
        A: { allOf: [{ $ref: "#/components/schemas/A" }, { type: "object", properties: { a: { type: "string" } } }] },
      },
    }
    expect(parametersOf({ $ref: "#/components/schemas/A" }, { components }).properties).toEqual({
      a: { type: "string" },
    })
  })

  test("a web of sixty parts that all join each other is read once", () => {
    const names = Array.from({ length: 60 }, (_, at) => `S${at}`)
    const schemas = Object.fromEntries(
      names.map((name) => [
        name,
        {
          allOf: names.map((other) => ({ $ref: `#/components/schemas/${other}` })),
          properties: { [name]: { type: "integer" } },
        },
      ]),
    )
    const { properties } = parametersOf({ $ref: "#/components/schemas/S0" }, { components: { schemas } })
    expect(Object.keys(properties).toSorted()).toEqual(names.toSorted())
  })

  test("what stands beside a reference counts, also where what it names holds already", () => {
    const pet = { $ref: "#/components/schemas/Pet" }
    const schemas = {
      Pet: { type: "object", properties: { name: { type: "string" } } },
      Dog: { allOf: [pet, { properties: { breed: { type: "string" } } }] },
    }
    const whole = {
      allOf: [{ $ref: "#/components/schemas/Dog" }, { ...pet, properties: { age: { type: "integer" } } }],
    }
    const { properties } = parametersOf(whole, { components: { schemas } })
    expect(Object.keys(properties).toSorted()).toEqual(["age", "breed", "name"])
  })
})

describe("the parameters of a path", () => {
  test("hold for its operations unless they have their own, and places that nobody declares are parameters too", () => {
    const tool = toolIn(
      {
        ...basic,
        paths: {
          "/{a}/{b}.{c}": {
            parameters: [
              { name: "a", in: "path", required: true, schema: { type: "integer" } },
              { name: "q", in: "query", schema: { type: "string" } },
            ],
            get: { parameters: [{ name: "q", in: "query", required: true, schema: { type: "boolean" } }] },
          },
        },
      },
      "GET /{a}/{b}.{c}",
    )
    expect(tool.parameters).toEqual({
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "string" }, c: { type: "string" }, q: { type: "boolean" } },
      required: ["a", "b", "c", "q"],
    })
  })
})

test("of several types of a body plain JSON is sent, wherever it stands", () => {
  const schema = { type: "object", properties: { nome: { type: "string" } } }
  const content = Object.fromEntries(
    ["application/merge-patch+json", "application/*+json", "text/plain", "application/json"].map((media) => [
      media,
      { schema },
    ]),
  )
  const spec = opened({ ...basic, paths: { "/x": { post: { requestBody: { content } } } } })
  const tool = spec.toolOf(spec.operations[0]?.key ?? "")
  expect(tool.ok && tool.value.call.body?.media).toBe("application/json")
})

describe("security", () => {
  test("names the keys that a service wants besides the one that the form has", () => {
    const key = (name: string) => ({ type: "apiKey", in: "header", name })
    const components = {
      securitySchemes: { k: key("X-Key"), t: key("X-Token"), b: { type: "http", scheme: "bearer" } },
    }
    const asks = (security: readonly object[]) => opened(get({}, { security, components })).auth
    const first = { authType: "custom", authLocation: "header", authHeader: "X-Key" }
    expect(asks([{ k: [], t: [] }])).toEqual({ ...first, besides: ["X-Token"] })
    // One key is enough where there is such a way.
    expect(asks([{ k: [], t: [] }, { b: [] }])).toEqual({ authType: "bearer", authLocation: "header" })
    expect(asks([{ k: [] }, { t: [] }])).toEqual(first)
    expect(opened(get({ security: [{ t: [], k: [] }] }, { components })).auth?.besides).toEqual(["X-Key"])
  })

  const authFor = (scheme: object) =>
    opened(get({}, { security: [{ s: [] }], components: { securitySchemes: { s: scheme } } })).auth
  test.each([
    [
      { type: "http", scheme: "Basic" },
      { authType: "basic", authLocation: "header" },
    ],
    [
      { type: "http", scheme: "bearer" },
      { authType: "bearer", authLocation: "header" },
    ],
    [
      { type: "apiKey", in: "query", name: "appid" },
      { authType: "custom", authLocation: "query", authHeader: "appid" },
    ],
    [
      { type: "apiKey", in: "header", name: "X-Key" },
      { authType: "custom", authLocation: "header", authHeader: "X-Key" },
    ],
    [
      { type: "oauth2", flows: {} },
      { authType: "bearer", authLocation: "header", isSignIn: true },
    ],
    [
      { type: "apiKey", in: "cookie", name: "SESSION" },
      { authType: "none", authLocation: "header", unserved: ["SESSION"] },
    ],
    [
      { type: "http", scheme: "digest" },
      { authType: "none", authLocation: "header", unserved: ["s"] },
    ],
  ])("%j fills the form", (scheme, auth) => {
    expect(authFor(scheme)).toEqual(auth)
  })

  test("names nothing as missing where a service also takes callers who bring nothing, or asks for nothing", () => {
    const components = { securitySchemes: { c: { type: "apiKey", in: "cookie", name: "SESSION" } } }
    expect(opened(get({}, { security: [{ c: [] }, {}], components })).auth).toBeUndefined()
    expect(opened(get({}, { components })).auth).toBeUndefined()
  })
})

describe("Swagger 2", () => {
  const pets = `
swagger: 2.0
info: {title: Petstore, version: 1.0.7}
host: petstore.example
basePath: /v2
schemes: [http, https]
consumes: [application/json]
securityDefinitions:
  key: {type: apiKey, name: api_key, in: header}
parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 100}
paths:
  /pet/findByStatus:
    get:
      operationId: findPetsByStatus
      parameters:
        - {name: status, in: query, required: true, type: array, items: {type: string, enum: [available, sold]}, collectionFormat: multi}
        - {name: tags, in: query, type: array, items: {type: string}}
        - $ref: '#/parameters/Limit'
  /pet:
    post:
      operationId: addPet
      parameters: [{in: body, name: body, required: true, schema: {$ref: '#/definitions/Pet'}}]
  /pet/{petId}:
    post:
      operationId: updatePetWithForm
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - {name: petId, in: path, required: true, type: integer, format: int64}
        - {name: name, in: formData, type: string}
  /pet/{petId}/uploadImage:
    post:
      operationId: uploadFile
      parameters:
        - {name: petId, in: path, required: true, type: integer}
        - {name: file, in: formData, required: true, type: file}
definitions:
  Pet:
    type: object
    required: [name]
    properties: {id: {type: integer}, name: {type: string}, category: {$ref: '#/definitions/Category'}}
  Category: {type: object, properties: {name: {type: string}}}
`
  test("is read as what it would be today, from YAML too", () => {
    const spec = opened(pets)
    expect(spec).toMatchObject({
      title: "Petstore",
      host: "petstore.example",
      auth: { authType: "custom", authHeader: "api_key" },
    })
    expect(spec.operations.map(({ name, fault }) => [name, fault?.kind])).toEqual([
      ["findPetsByStatus", undefined],
      ["addPet", undefined],
      ["updatePetWithForm", undefined],
      ["uploadFile", "file"],
    ])
    const find = toolIn(pets, "GET /pet/findByStatus")
    expect(find.call).toMatchObject({ base: "https://petstore.example/v2" })
    expect(find.call.parameters.map(({ name, explode }) => [name, explode])).toEqual([
      ["status", true],
      ["tags", false],
      ["limit", true],
    ])
    expect(toolIn(pets, "POST /pet").parameters).toMatchObject({
      required: ["name"],
      properties: { category: { properties: { name: { type: "string" } } } },
    })
    expect(toolIn(pets, "POST /pet/{petId}").call.body).toMatchObject({
      kind: "form",
      media: "application/x-www-form-urlencoded",
    })
  })
})

describe("YAML", () => {
  test("copied with its fence from a chat is read without it", () => {
    const yaml =
      'openapi: 3.0.0\ninfo: { title: Feira }\nservers: [{ url: "https://a.example" }]\npaths: { /x: { get: {} } }'
    for (const text of ["```yaml\n" + yaml + "\n```", "~~~\r\n" + yaml + "\n~~~\n\n", "```\n" + yaml]) {
      const spec = openSpec(text, { readYaml })
      expect(spec).toMatchObject({ ok: true, value: { title: "Feira" } })
    }
  })

  test("with anchors and merges is read, and with a byte order mark", () => {
    const spec = `\uFEFFopenapi: 3.1.0
info: {title: Âncoras, version: 1}
servers: [{url: https://a.example}]
x-common: &common
  tags: [a]
  parameters: &list
    - {name: q, in: query, schema: {type: string}}
paths:
  /a: {get: {<<: *common, operationId: um}}
  /b: {get: {<<: *common, operationId: dois, parameters: *list}}
`
    expect(opened(spec).operations.map(({ name }) => name)).toEqual(["um", "dois"])
    expect(toolIn(spec, "GET /b").parameters).toMatchObject({ properties: { q: { type: "string" } } })
  })
})

test("people read a description without its Markdown, and a model reads what was written", () => {
  const description = "## Pedidos\n\nVer **todos** os `novos`: [guia](https://x.example/a) <b>aqui</b>.\n- a < b * c"
  const spec = opened({ ...get({ description }), info: { title: "T", version: "1", description } })
  const words = "Pedidos Ver todos os novos: guia aqui. a < b * c"
  expect([spec.description, spec.operations[0]?.about]).toEqual([words, words])
  expect(toolIn(get({ description }), "GET /x").description).toContain("**todos**")
})

test("what a description orders the model about is cut to a thousand letters", () => {
  const tool = toolIn(get({ operationId: "a", description: "obedeça ".repeat(500) }), "GET /x")
  expect(tool.description.length).toBeLessThanOrEqual(1_000)
})

test("a large description opens in a moment", () => {
  const paths = Object.fromEntries(
    Array.from({ length: 2_900 }, (_, at) => [
      `/things/${at}/{id}`,
      {
        get: {
          operationId: `thing_${at}`,
          description: "texto ".repeat(60),
          parameters: [
            { $ref: "#/components/parameters/Id" },
            { name: "q", in: "query", schema: { $ref: "#/components/schemas/S" } },
          ],
        },
      },
    ]),
  )
  const components = {
    parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "string" } } },
    schemas: { S: { type: "object", properties: { self: { $ref: "#/components/schemas/S" } } } },
  }
  expect(opened({ ...basic, paths, components }).operations).toHaveLength(2_900)
})
