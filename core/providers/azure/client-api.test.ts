import { expect, test } from "vitest"
import { goodAnswers } from "../../../testing/answer-case.ts"
import { azureCases } from "../../../testing/fixtures/wire/azure/cases.ts"
import { recordings } from "../../../testing/recordings.ts"
import { testClientApi } from "../../../testing/test-client-api.ts"
import { azureAdapter } from "./adapter.ts"
import { azureClientApi } from "./client-api.ts"

testClientApi(azureAdapter, azureClientApi, {
  model: "gpt-4o",
  searches: false,
  answers: [
    ...goodAnswers(azureCases),
    ...recordings("azure/chat-filter-first-chunk.chunks.txt", "azure/chat-cached-exceeds-prompt.sse"),
  ],
})

const path = "/openai/deployments/meu%20gpt/chat/completions"
const written = (query: Readonly<Record<string, string>>, version?: string) => {
  const call = azureClientApi.read({ path, query }, { messages: [{ role: "user", content: "Olá" }], stream: true })
  if (!call.ok) return expect.fail(JSON.stringify(call.error))
  expect(call.value.model).toBe("meu gpt")
  return azureClientApi.write(call.value, { model: call.value.model, cap: 10, ...(version && { version }) })
}

test("a call of Azure's SDK names its deployment in the path and needs no model", () => {
  expect(azureClientApi.isCall(path)).toBe(true)
  expect(written({ "api-version": "2024-12-01-preview" }).path).toBe(
    "/deployments/meu%20gpt/chat/completions?api-version=2024-12-01-preview",
  )
})

test("the version is the client's, else the operator's, else the default", () => {
  expect(written({}, "2024-10-21").path).toContain("api-version=2024-10-21")
  expect(written({ "api-version": "x&y=z" }, "2024-10-21").path).toContain("api-version=2024-10-21")
  expect(written({}).path).toContain("api-version=2023-08-01-preview")
  expect(written({}).body).not.toHaveProperty("stream_options")
})

test("a cap goes as the model of a deployment takes it, or as its client spelled it", () => {
  const capped = (fields: object, deploymentOf?: string) => {
    const call = azureClientApi.read({ path, query: {} }, { messages: [{ role: "user", content: "Olá" }], ...fields })
    if (!call.ok) return expect.fail(JSON.stringify(call.error))
    return azureClientApi.write(call.value, { model: "meu gpt", cap: 50, ...(deploymentOf && { deploymentOf }) }).body
  }
  expect(capped({ max_tokens: 50 }, "o3")).toMatchObject({ model: "meu gpt", max_completion_tokens: 50 })
  expect(capped({ max_tokens: 50 }, "o3")).not.toHaveProperty("max_tokens")
  expect(capped({ max_tokens: 50 }, "gpt-4o")).toMatchObject({ max_tokens: 50 })
  expect(capped({ max_completion_tokens: 50 })).toMatchObject({ max_completion_tokens: 50 })
  expect(capped({ max_completion_tokens: 50 })).not.toHaveProperty("max_tokens")
})
