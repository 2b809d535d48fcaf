import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { FakeReply } from "../../testing/fake-provider/reply.ts"
import { jsonReply } from "../../testing/fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: url,
      GOOGLE_API_KEY: "google-key-of-ours",
      GOOGLE_URL: url,
    }),
  })
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const claude = "claude-sonnet-4-6"
const gemini = "gemini-2.5-flash"
const weather = { type: "function", function: { name: "tempo", parameters: { type: "object", properties: {} } } }
const schema = { type: "object", properties: { nome: { type: "string" } } }
const replies: Readonly<Record<string, FakeReply>> = {
  [claude]: jsonReply(200, {
    type: "message",
    role: "assistant",
    content: [{ type: "text", text: "Sim." }],
    stop_reason: "stop_sequence",
    usage: { input_tokens: 5, output_tokens: 2 },
  }),
  [gemini]: jsonReply(200, {
    candidates: [{ content: { role: "model", parts: [{ text: "Sim." }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
  }),
}

const replyOf = (model: string): FakeReply => replies[model] ?? jsonReply(500, {})

describe("what a program asks of another provider's model", () => {
  test.each([
    [claude, { stop: "FIM" }, { stop_sequences: ["FIM"] }],
    [claude, { tools: [weather], tool_choice: "required" }, { tool_choice: { type: "any" } }],
    [
      claude,
      {
        tools: [weather],
        tool_choice: { type: "function", function: { name: "tempo" } },
        parallel_tool_calls: false,
      },
      { tool_choice: { type: "tool", name: "tempo", disable_parallel_tool_use: true } },
    ],
    [
      claude,
      { response_format: { type: "json_schema", json_schema: { name: "pessoa", schema, strict: true } } },
      { output_config: { format: { type: "json_schema", schema } } },
    ],
    [gemini, { stop: ["FIM", "Fim"], seed: 7 }, { generationConfig: { stopSequences: ["FIM", "Fim"], seed: 7 } }],
    [
      gemini,
      { response_format: { type: "json_object" } },
      { generationConfig: { responseMimeType: "application/json" } },
    ],
    [
      gemini,
      { response_format: { type: "json_schema", json_schema: { name: "pessoa", schema, strict: true } } },
      { generationConfig: { responseMimeType: "application/json", responseSchema: schema } },
    ],
    [
      gemini,
      { tools: [weather], tool_choice: { type: "function", function: { name: "tempo" } } },
      { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["tempo"] } } },
    ],
  ])("reaches it in its own words: %s %j", async (model, asked, sent) => {
    const requests = gateway.script(replyOf(model))
    const reply = await gateway.chat(code, { model, ...asked })
    expect(reply.status).toBe(200)
    expect(requests()[0]?.json).toMatchObject(sent)
  })

  test.each([
    [claude, "seed", { seed: 7 }],
    [claude, "response_format", { response_format: { type: "json_object" } }],
    [claude, "logit_bias", { logit_bias: { "50256": -100 } }],
    [gemini, "logit_bias", { logit_bias: { "50256": -100 } }],
    [gemini, "logprobs", { logprobs: true }],
    [gemini, "parallel_tool_calls", { tools: [weather], parallel_tool_calls: false }],
  ])("is refused where it has no words for it, and names the field: %s %s", async (model, field, asked) => {
    const requests = gateway.script(replyOf(model))
    const reply = await gateway.chat(code, { model, ...asked })
    expect(reply.status).toBe(400)
    const { error } = (await readJson(reply)) as { error: { param: string; code: string; message: string } }
    expect(error).toMatchObject({ param: field, code: "invalid_request" })
    expect(error.message).toContain(field)
    expect(requests()).toHaveLength(0)
    expect((await gateway.balance(code)).held).toBe(0)
  })

  test("what says no more than the default is no reason to refuse", async () => {
    gateway.script(replyOf(claude))
    const usual = { response_format: { type: "text" }, logit_bias: {}, logprobs: false, tool_choice: "auto" }
    expect((await gateway.chat(code, { model: claude, ...usual })).status).toBe(200)
  })
})

describe("a provider that answers in plain text", () => {
  const plain: FakeReply = {
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8" },
    pieces: [{ send: Buffer.from("Olá, sou só texto.") }],
  }

  test.each([
    ["gpt-4.1", true],
    ["gpt-4.1", false],
    [claude, true],
    [claude, false],
  ])("has said its whole answer: %s, stream %s", async (model, stream) => {
    gateway.script(plain)
    const reply = await gateway.chat(code, { model, stream })
    expect(reply.status).toBe(200)
    if (stream) expect((await readChat(reply)).text).toBe("Olá, sou só texto.")
    else expect(await readJson(reply)).toMatchObject({ choices: [{ message: { content: "Olá, sou só texto." } }] })
  })
})

test("Anthropic's text completions, which are gone, are refused with what took their place", async () => {
  const reply = await fetch(`${gateway.url}/api/anthropic/v1/complete`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": `nk-${code.code}` },
    body: JSON.stringify({ model: "claude-2", prompt: "\n\nHuman: Oi\n\nAssistant:", max_tokens_to_sample: 10 }),
  })
  expect(reply.status).toBe(400)
  expect(await readJson(reply)).toMatchObject({
    type: "error",
    error: { type: "invalid_request_error", message: expect.stringContaining("/v1/messages") },
  })
})
