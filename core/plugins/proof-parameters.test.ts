import { describe, expect, test } from "vitest"
import { readYaml } from "../../testing/plugin-specs.ts"
import { buildCall } from "./call-shape.ts"
import { openSpec } from "./openapi/open-spec.ts"
import type { PluginAuth, PluginTool } from "./plugin.ts"
import { askedParameters } from "./proof-parameters.ts"

const key = { required: true, schema: { type: "string" } }
const description = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Tempo" },
  servers: [{ url: "https://tempo.example" }],
  paths: {
    "/agora": {
      get: {
        parameters: [
          { in: "query", name: "cidade", ...key },
          { in: "query", name: "appid", ...key },
          { in: "header", name: "X-API-Key", ...key },
        ],
      },
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["api_key", "cidade"],
                properties: { api_key: { type: "string" }, cidade: { type: "string" } },
                additionalProperties: true,
              },
            },
          },
        },
      },
    },
  },
})

function toolOf(operation: string): PluginTool {
  const spec = openSpec(description, { readYaml })
  const tool = spec.ok ? spec.value.toolOf(operation) : spec
  if (!tool.ok) throw new Error(JSON.stringify(tool.error))
  return tool.value
}

const custom = (authLocation: "header" | "query" | "body", authHeader: string): PluginAuth => ({
  authType: "custom",
  authToken: "segredo",
  authHeader,
  authLocation,
})

describe("a key that the description lists among the parameters", () => {
  const get = toolOf("GET /agora")
  const post = toolOf("POST /agora")

  test("is asked of no model once the plugin has one", () => {
    expect(askedParameters(get, custom("query", "appid"))).toMatchObject({
      properties: { cidade: {}, "X-API-Key": {} },
      required: ["cidade", "X-API-Key"],
    })
    expect(Object.keys(Object(askedParameters(get, custom("header", "x-api-key"))["properties"]))).toEqual([
      "cidade",
      "appid",
    ])
    expect(askedParameters(post, custom("body", "api_key"))["required"]).toEqual(["cidade"])
    expect(askedParameters(get, { authType: "none" })).toBe(get.parameters)
  })

  test("goes out once, as the plugin has it, and nothing is missing without the model's", () => {
    const call = buildCall(get.call, { cidade: "Ubá", appid: "inventado" }, custom("header", "x-api-key"))
    expect(call).toMatchObject({ ok: true, value: { headers: { "x-api-key": "segredo" } } })
    const both = buildCall(
      get.call,
      { cidade: "Ubá", appid: "a", "X-API-Key": "inventado" },
      custom("header", "x-api-key"),
    )
    expect(both.ok && Object.keys(both.value.headers)).toEqual(["x-api-key"])
    const query = buildCall(get.call, { cidade: "Ubá", "X-API-Key": "b" }, custom("query", "appid"))
    expect(query.ok && query.value.path).toBe("/agora?cidade=Ub%C3%A1&appid=segredo")
    const body = buildCall(post.call, { cidade: "Ubá", mais: 1 }, custom("body", "api_key"))
    expect(body.ok && body.value.body).toBe('{"cidade":"Ubá","mais":1,"api_key":"segredo"}')
  })
})
