import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { jsonReply } from "../../../testing/fake-provider/replies.ts"
import { startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({ envFor: ({ url }) => ({ GOOGLE_URL: url, GOOGLE_API_KEY: "AIzaTest" }) })
  code = await gateway.code("premium", 10)
})
afterAll(() => gateway.stop())

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

test("a provider that answers a stream with a whole reply is passed on as a stream", async () => {
  gateway.script(
    jsonReply(200, {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "gpt-4o-mini",
      choices: [{ index: 0, message: { role: "assistant", content: "Olá inteiro" }, finish_reason: "stop" }],
      usage,
    }),
  )
  const response = await gateway.chat(code, { stream: true, stream_options: { include_usage: true } })
  expect(response.headers.get("content-type")).toContain("text/event-stream")
  const body = await response.text()
  expect(body).toContain('"delta":{"role":"assistant","content":"Olá inteiro"}')
  expect(body.match(/"finish_reason":"stop"/g)).toHaveLength(1)
  expect(body.match(/"prompt_tokens":10/g)).toHaveLength(1)
  expect(body.trimEnd().endsWith("data: [DONE]")).toBe(true)
})

test("calls and thoughts of a whole reply stand where who reads a stream looks for them", async () => {
  const call = { id: "c1", type: "function", function: { name: "hora", arguments: "{}" } }
  const message = { role: "assistant", content: null, reasoning_content: "hm", tool_calls: [call] }
  gateway.script(
    jsonReply(200, { id: "c", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }], usage }),
  )
  const client = new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const messages = [{ role: "user" as const, content: "Que horas são?" }]
  const stream = client.chat.completions.stream({ model: "gpt-4.1", messages })
  const [choice] = (await stream.finalChatCompletion()).choices
  expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { tool_calls: [call] } })
})

test("a stream is one in whatever case its type is written; a page is none, and says that nothing was charged", async () => {
  const said = `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { content: "Oi" }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`
  const reply = (type: string, body: string) => ({
    status: 200,
    headers: { "content-type": type },
    pieces: [{ send: Buffer.from(body) }],
  })
  gateway.script(reply("Text/Event-Stream; charset=UTF-8", said))
  const streamed = await gateway.chat(code, { stream: true })
  expect([streamed.status, await streamed.text()]).toEqual([200, expect.stringContaining('"content":"Oi"')])
  gateway.script(reply("Text/HTML", "<html>Um instante…</html>"))
  const page = await gateway.chat(code, { stream: true })
  expect([page.status, await page.text()]).toEqual([502, expect.stringMatching(/text\/html.*Nada foi cobrado/)])
})

test("a finish reason that rides with the usage reaches the reader", async () => {
  const chunk = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more })}\n\n`
  const bytes = [
    chunk([{ index: 0, delta: { role: "assistant", content: "Pela metade" }, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: "length" }], { usage }),
    "data: [DONE]\n\n",
  ]
  gateway.script({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    pieces: bytes.map((text) => ({ send: Buffer.from(text) })),
  })
  const response = await gateway.chat(code, { stream: true })
  expect(await response.text()).toContain('"finish_reason":"length"')
})

describe("a provider that answers with a list of events where a stream was asked for is passed on as one", () => {
  const piece = (text: string, more: object = {}) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, ...more }],
  })
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }
  const list = [piece("Olá "), { ...piece("em lista", { finishReason: "STOP" }), usageMetadata }]

  test("in OpenAI's words", async () => {
    gateway.script(jsonReply(200, list))
    const response = await gateway.chat(code, { model: "gemini-2.5-flash", stream: true })
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    expect(await response.text()).toMatch(/"content":"Olá "[^]*"content":"em lista"[^]*\[DONE\]/)
  })

  test("in its own", async () => {
    gateway.script(jsonReply(200, list))
    const path = "/api/google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
    const response = await fetch(gateway.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": code.code },
      body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Oi" }] }] }),
    })
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    expect(await response.text()).toMatch(/data: \{[^\n]*"Olá "[^]*data: \{[^\n]*"em lista"[^]*"_meta"/)
  })
})
