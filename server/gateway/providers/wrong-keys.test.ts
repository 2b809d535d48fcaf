import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { jsonReply } from "../../../testing/fake-provider/replies.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import { startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      UPSTREAM_RETRIES: "2",
      GOOGLE_API_KEY: "first-google-key,second-google-key",
      GOOGLE_URL: url,
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: url,
      ALIBABA_URL: url,
      TENCENT_URL: url,
    }),
  })
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const wrongKey = jsonReply(400, {
  error: {
    code: 400,
    message: "API key not valid. Please pass a valid API key.",
    status: "INVALID_ARGUMENT",
    details: [{ reason: "API_KEY_INVALID" }],
  },
})
const answer = jsonReply(200, {
  candidates: [{ content: { parts: [{ text: "Oi!" }], role: "model" }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 },
})
const noCredit = jsonReply(400, {
  type: "error",
  error: { type: "invalid_request_error", message: "Your credit balance is too low to access the Anthropic API." },
})

const askGoogle = (key: string) =>
  fetch(`${gateway.url}/api/google/v1beta/models/gemini-2.5-flash:generateContent`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": key },
    body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Olá" }] }] }),
  })
const askClaude = (key: string) =>
  fetch(`${gateway.url}/api/anthropic/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ model: "claude-sonnet-4-6", max_tokens: 900, messages: [{ role: "user", content: "Olá" }] }),
  })

describe("no text of a provider's brings a key along", () => {
  const leaky =
    "Bad header: Bearer some-bearer-123456, first-google-key and sk-ant-of-ours are not sk-proj-Zz99****zz99 or AIzaSyD-somebody-elses-key"
  const shouts = /some-bearer|google-key|of-ours|Zz99|somebody/
  const failure = { error: { message: leaky, type: "invalid_request_error", param: "sk-live-123456789", code: null } }
  const broken = (headers: object, body: string) => ({
    status: 200,
    headers: { "content-type": "text/html", ...headers },
    pieces: [{ send: Buffer.from(body) }],
  })
  const inStream = `data: {"choices":[{"index":0,"delta":{"content":"Uma resposta que começa bem e tem bastante texto, o bastante para custar alguma coisa."}}]}\n\ndata: ${JSON.stringify(failure)}\n\n`

  test.each([
    ["refused", jsonReply(400, failure)],
    ["in a page", broken({}, `<html>${leaky}</html>`)],
    ["in mid-stream", broken({ "content-type": "text/event-stream" }, inStream)],
  ])("%s: ours, another provider's, anybody's", async (_, reply) => {
    gateway.script(reply)
    for (const key of [code.code, "sk-my-own-key-12345"]) {
      const headers = { authorization: `Bearer ${key}` }
      const said = await (await gateway.chat(undefined, { stream: true }, { headers })).text()
      expect(said).toContain("***")
      expect(said).not.toMatch(shouts)
    }
  })
})

describe("a key refused by the status of a bad request", () => {
  test("of ours gives way to another, and the caller hears nothing of it", async () => {
    const requests = gateway.script([wrongKey, answer])
    const reply = await askGoogle(code.code)
    expect([reply.status, requests().map(({ headers }) => headers["x-goog-api-key"])]).toEqual([
      200,
      expect.arrayContaining(["first-google-key", "second-google-key"]),
    ])
  })

  test("of the caller's own is told to the caller", async () => {
    gateway.script(wrongKey)
    const reply = await askGoogle("AIza-my-own-key")
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ code: "own_key_refused", error: { status: "UNAUTHENTICATED" } })
  })

  test("is no caller's business when tokens are counted, either; of their own key they hear", async () => {
    gateway.script(wrongKey)
    const count = (key: string) =>
      fetch(`${gateway.url}/api/google/v1beta/models/gemini-2.5-flash:countTokens`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-goog-api-key": key },
        body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Olá" }] }] }),
      })
    const ours = await count(code.code)
    expect([ours.status, await ours.text()]).toEqual([502, expect.not.stringContaining("API key")])
    const own = await count("AIza-my-own-key")
    expect([own.status, await own.text()]).toEqual([401, expect.stringContaining("own_key_refused")])
  })

  test("for want of money is told as that, and only to its owner", async () => {
    gateway.script(noCredit)
    const own = await askClaude("sk-ant-my-own-key")
    expect(own.status).toBe(402)
    expect(await own.json()).toMatchObject({ error: { type: "billing_error", code: "own_key_refused" } })
    gateway.script(noCredit)
    const ours = await askClaude(code.code)
    expect(ours.status).toBe(503)
    expect(await ours.text()).not.toContain("credit balance")
  })

  test("for a bill that is not paid is told to its owner, as Alibaba says it", async () => {
    gateway.script(jsonReply(400, { code: "Arrearage", message: "Access denied, please pay.", request_id: "r" }))
    const own = await fetch(`${gateway.url}/api/alibaba/v1/services/aigc/text-generation/generation`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer sk-my-own-key" },
      body: JSON.stringify({ model: "qwen-plus", input: { messages: [{ role: "user", content: "Olá" }] } }),
    })
    expect([own.status, await own.json()]).toEqual([402, expect.objectContaining({ code: "own_key_refused" })])
  })

  test("in a 200, as Tencent says it, is told to its owner", async () => {
    gateway.script(
      jsonReply(200, { Response: { Error: { Code: "AuthFailure.SecretIdNotFound", Message: "No such id" } } }),
    )
    const own = await fetch(`${gateway.url}/api/tencent/`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer my-id:my-secret", "accept-language": "pt" },
      body: JSON.stringify({ Model: "hunyuan-pro", Messages: [{ Role: "user", Content: "Olá" }] }),
    })
    expect([own.status, await own.text()]).toEqual([401, expect.stringContaining("recusou a sua própria chave")])
  })

  test("for a quota used up is a bill, not a crowd, whole and in mid-stream", async () => {
    const error = { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your quota" }
    const inStream = `event: error\ndata: ${JSON.stringify({ type: "error", sequence_number: 0, error })}\n\n`
    const streamed = {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      pieces: [{ send: Buffer.from(inStream) }],
    }
    for (const reply of [jsonReply(429, { error }), streamed]) {
      gateway.script(reply)
      const path = "/v1/responses"
      const own = await gateway.chat(
        undefined,
        { input: "Oi", messages: undefined, stream: true },
        {
          path,
          headers: { authorization: "Bearer sk-my-own-key" },
        },
      )
      expect([own.status, await own.text()]).toEqual([402, expect.stringContaining("own_key_refused")])
      const ours = await gateway.chat(code, { input: "Oi", messages: undefined, stream: true }, { path })
      expect([ours.status, await ours.text()]).toEqual([503, expect.not.stringContaining("quota")])
    }
  })
})

test("an account of ours that is used up in mid-answer is our trouble: in whatever words, nobody hears of a bill", async () => {
  const begun = `data: {"id":"msg_1","choices":[{"index":0,"delta":{"content":"Oi"}}]}\n\n`
  const troubles = [
    { type: "billing_not_active", code: "billing_not_active", message: "Your account is not active" },
    { type: "x", code: null, message: "You exceeded your current quota, please check your plan and billing details." },
    { type: "new_api_error", code: "insufficient_user_quota", message: "用户额度不足" },
    { type: "unknown_error", code: "x", message: "Insufficient Balance" },
    { type: "invalid_request_error", code: "invalid_api_key", message: "Incorrect API key provided" },
  ]
  const clock = { now: Date.now() }
  const fresh = await startGateway({
    start: (options) => startProsaInProcess(options, { now: () => clock.now }),
  })
  const paid = await fresh.code("premium", 10)
  for (const error of troubles) {
    fresh.script({
      status: 200,
      headers: { "content-type": "text/event-stream" },
      pieces: [{ send: Buffer.from(`${begun}data: ${JSON.stringify({ error })}\n\n`) }],
    })
    const said = await (await fresh.chat(paid, { stream: true })).text()
    expect(said).toContain("não aceitou a chave deste servidor")
    expect(said).toContain("Nada foi cobrado")
    expect(said).not.toMatch(/current quota|Insufficient|not active|额度|Incorrect|Saldo insuficiente/)
    clock.now += 16 * 60_000
  }
  await fresh.stop()
})
