import { describe, expect, test } from "vitest"
import { azureCases } from "../../../testing/fixtures/wire/azure/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import type { ChatConfig, ChatRequest } from "../../gateway/chat-request.ts"
import { azureAdapter } from "./adapter.ts"

testAdapter(azureAdapter, [
  ...azureCases,
  ...recordedCases([
    {
      file: "azure/chat-filter-first-chunk.chunks.txt",
      text: "Capital of Denmark.",
      finish: "stop",
      usage: { in: 15, cached: 0, out: 78, reasoning: 64 },
    },
    {
      file: "azure/chat-reply.json",
      text: "The capital of France is **Paris**.",
      finish: "stop",
      usage: { in: 14, cached: 0, out: 9, reasoning: 0 },
    },
    {
      file: "azure/chat-cached-exceeds-prompt.sse",
      text: "1, 2, 3.",
      finish: "stop",
      usage: { in: 7, cached: 161, out: 8, reasoning: 0 },
    },
    {
      file: "azure/error-auth-401.json",
      status: 401,
      failure: {
        kind: "upstream",
        status: 401,
        message:
          "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.",
        code: "401",
      },
    },
  ]),
])

const config: ChatConfig = { model: "gpt-4o", providerName: "Azure", stream: true, max_tokens: 500 }
const request: ChatRequest = { config, messages: [{ role: "user", content: "Olá" }] }
const body = (apiVersion?: string, model = "gpt-4o"): unknown => {
  const shape = azureAdapter.encodeChat({ ...request, config: { ...config, model } }, apiVersion ? { apiVersion } : {})
  return JSON.parse(shape.body ?? "")
}

describe("the request to Azure", () => {
  test("names deployment and version in its path, the key in api-key", () => {
    const own = azureAdapter.encodeChat(request, {
      apiKey: "k",
      deployment: "meu gpt",
      apiVersion: "2024-12-01-preview",
    })
    expect(own.path).toBe("/deployments/meu%20gpt/chat/completions?api-version=2024-12-01-preview")
    expect(own.headers).toMatchObject({ "api-key": "k" })
    expect(own.headers).not.toHaveProperty("authorization")
    expect(azureAdapter.encodeChat(request, {}).path).toBe(
      "/deployments/gpt-4o/chat/completions?api-version=2023-08-01-preview",
    )
  })

  test("has no field its version does not know", () => {
    expect(body("2023-08-01-preview")).not.toHaveProperty("stream_options")
    expect(body("2024-12-01-preview")).toHaveProperty("stream_options.include_usage", true)
    expect(body("preview")).toHaveProperty("stream_options.include_usage", true)
  })

  test.each([
    [{}],
    [{ apiKey: "k" }],
    [{ baseUrl: "https://x.openai.azure.com/openai" }],
    [{ baseUrl: " ", apiKey: "k" }],
    [{ baseUrl: "https://x.openai.azure.com/openai", apiKey: "k", apiVersion: "" }],
  ])("is not made of an own configuration that is not complete: %j", (credentials) => {
    expect(azureAdapter.incomplete?.(credentials)).toEqual({
      kind: "invalid-request",
      message: "incomplete azure config, please check it in your settings page",
    })
  })

  test("is made of a complete one", () => {
    expect(azureAdapter.incomplete?.({ baseUrl: "https://x.openai.azure.com/openai", apiKey: "k" })).toBeUndefined()
  })
})

describe("Azure's content filter", () => {
  test("tells a refused prompt by its code", () => {
    const error = {
      message: "The response was filtered",
      code: "content_filter",
      status: 400,
      innererror: { code: "ResponsibleAIPolicyViolation", content_filter_result: { hate: { filtered: true } } },
    }
    expect(azureAdapter.decodeFailure(400, JSON.stringify({ error }))).toEqual({
      kind: "upstream",
      status: 400,
      message: "The response was filtered",
      code: "content_filter",
    })
  })

  test("ends an answer that it cuts", () => {
    const choice = { delta: {}, finish_reason: "content_filter", content_filter_results: { hate: { filtered: true } } }
    const [state] = azureAdapter.decodeEvent(azureAdapter.start(), { data: JSON.stringify({ choices: [choice] }) })
    expect(azureAdapter.decodeEnd(state)).toEqual([{ type: "finish", reason: "content-filter" }])
  })

  test("the edge in front has a shape of its own", () => {
    expect(azureAdapter.decodeFailure(401, '{"statusCode":401,"message":"Unauthorized"}')).toEqual({
      kind: "upstream",
      status: 401,
      message: "Unauthorized",
    })
  })
})
