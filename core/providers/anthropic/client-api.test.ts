import { describe, expect, test } from "vitest"
import { goodAnswers } from "../../../testing/answer-case.ts"
import { anthropicCases } from "../../../testing/fixtures/wire/anthropic/cases.ts"
import { recordings } from "../../../testing/recordings.ts"
import { testClientApi } from "../../../testing/test-client-api.ts"
import { measurePrompt } from "../../ledger/prompt-bound.ts"
import { anthropicAdapter } from "./adapter.ts"
import { anthropicClientApi } from "./client-api.ts"

testClientApi(anthropicAdapter, anthropicClientApi, {
  model: "claude-sonnet-4-5",
  searches: true,
  answers: [
    ...goodAnswers(anthropicCases),
    ...recordings(
      "anthropic/text.chunks.txt",
      "anthropic/thinking.sse",
      "anthropic/text-then-tool-no-args.chunks.txt",
      "anthropic/web-search.chunks.txt",
      "anthropic/document-citation.sse",
    ),
  ],
})

const target = { path: "/v1/messages", query: {}, headers: { "anthropic-version": "2024-01-01" } }
const hello = { model: "claude-sonnet-4-5", max_tokens: 2000, messages: [{ role: "user", content: "Olá" }] }
const read = (changes: object) => anthropicClientApi.read(target, { ...hello, ...changes })
const written = (changes: object, cap = 1500) => {
  const call = read(changes)
  if (!call.ok) return expect.fail(JSON.stringify(call.error))
  return anthropicClientApi.write(call.value, { model: "claude-sonnet-4-5", cap })
}

describe("a call of Anthropic's SDK", () => {
  test("keeps the version it was made with, and gets the usual one without", () => {
    expect(written({}).headers).toEqual({ "anthropic-version": "2024-01-01" })
    const call = anthropicClientApi.read({ ...target, headers: {} }, hello)
    expect(call.ok && anthropicClientApi.write(call.value, { model: "m", cap: 1 }).headers).toEqual({
      "anthropic-version": "2023-06-01",
    })
  })

  test("sends answers back as they came, thoughts and searches word for word", () => {
    const content = [
      { type: "thinking", thinking: "…", signature: "s" },
      { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "chuva" } },
      { type: "web_search_tool_result", tool_use_id: "s1", content: [{ encrypted_content: "x" }] },
      { type: "text", text: "Chove.", citations: null },
    ]
    const messages = [...hello.messages, { role: "assistant", content }, { role: "user", content: "E amanhã?" }]
    const body = written({ messages }).body
    expect(body["messages"]).toMatchObject([
      {},
      { content: [content[0], content[1], content[2], { text: "Chove." }] },
      {},
    ])
  })

  test("is as large as its pictures are to a model, also those that a tool gave", () => {
    const source = { type: "base64", media_type: "image/png", data: "iVBORw0K".repeat(100_000) }
    const text = { type: "text", text: "A tela:" }
    const result = { type: "tool_result", tool_use_id: "t1", content: [text, { type: "image", source }] }
    const call = read({ messages: [{ role: "user", content: [{ type: "image", source }, result] }] })
    if (!call.ok) return expect.fail(JSON.stringify(call.error))
    const size = measurePrompt(call.value.messages)
    expect(size).toMatchObject({ images: 2 })
    expect(size.likely).toBeLessThan(200)
    expect(JSON.stringify(call.value.messages)).toContain("A tela:")
    expect(call.value.body["messages"]).toMatchObject([{ content: [{}, result] }])
  })

  test("thinks within its cap, and not at all where that leaves no room", () => {
    const thinking = { type: "enabled", budget_tokens: 1800 }
    expect(written({ thinking }).body["thinking"]).toEqual({ type: "enabled", budget_tokens: 1499 })
    expect(written({ thinking }, 1000).body["thinking"]).toEqual({ type: "disabled" })
    expect(written({ thinking: { type: "adaptive" } }).body["thinking"]).toEqual({ type: "adaptive" })
  })

  test.each([
    [{ service_tier: "auto" }],
    [{ speed: "fast" }],
    [{ inference_geo: "us" }],
    [{ container: "c" }],
    [{ mcp_servers: [] }],
    [{ max_tokens: 0 }],
    [{ max_tokens: undefined }],
    [{ tools: [{ type: "code_execution_20250825", name: "code_execution" }] }],
    [
      {
        messages: [
          { role: "user", content: [{ type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "1h" } }] },
        ],
      },
    ],
    [
      {
        messages: [
          { role: "user", content: [{ type: "document", source: { type: "url", url: "https://a.br/x.pdf" } }] },
        ],
      },
    ],
    [{ messages: [{ role: "user", content: [{ type: "image", source: { type: "file", file_id: "f" } }] }] }],
  ])("is refused with what costs more than we can tell: %j", (changes) => {
    expect(read(changes).ok).toBe(false)
  })

  test("is no call to the dead text endpoint", () => {
    expect(anthropicClientApi.isCall("/v1/complete")).toBe(false)
  })
})
