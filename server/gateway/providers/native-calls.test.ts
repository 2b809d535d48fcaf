import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mergeRows } from "#core/models/merge-rows.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { cutAfter, stallAfter } from "../../../testing/fake-provider/faults.ts"
import { fileReply, jsonReply } from "../../../testing/fake-provider/replies.ts"
import {
  readChat,
  readJson,
  settledRun,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import { splitEvents } from "../../../testing/read-stream.ts"
import { recordings } from "../../../testing/recordings.ts"
import { fixture, type WireFile } from "../../../testing/wire-file.ts"
import { readModelFile } from "../models/model-file.ts"

interface NativeCase {
  readonly provider: ProviderId
  /** The operator's settings, the fake provider's address for URL. */
  readonly env: Readonly<Record<string, string>>
  readonly model: string
  readonly path: string
  readonly body: object
  readonly whole: object
  /** Of a call that is not streamed: "Tudo ótimo!" for 7 tokens and 3. */
  readonly reply: object
  /** Streams of it. */
  readonly answers: readonly WireFile[]
  /** The streams tell none. */
  readonly usage?: "estimated"
  /** The path and the credentials of the provider's call. */
  readonly asked: RegExp
  readonly auth: Readonly<Record<string, RegExp>>
  readonly headers?: Readonly<Record<string, string>>
  readonly error: object
}

const messages = [{ role: "user", content: "Oi" }]
const openAiLike = { messages, stream: true }
const openAiError = { error: { message: "Invalid Authentication", type: "invalid_authentication_error" } }

const openAiReply = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Tudo ótimo!" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
}

const cases: readonly NativeCase[] = [
  {
    provider: "baidu",
    env: { BAIDU_API_KEY: "baidu-key-1", BAIDU_SECRET_KEY: "baidu-secret-1", BAIDU_URL: "URL" },
    model: "ernie-4.0-8k",
    path: "/api/baidu/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro",
    body: openAiLike,
    whole: { messages },
    reply: {
      id: "as-1",
      object: "chat.completion",
      result: "Tudo ótimo!",
      is_truncated: false,
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    },
    answers: [fixture("baidu/text.sse"), ...recordings("baidu/text.sse")],
    asked: /^\/rpc\/2\.0\/ai_custom\/v1\/wenxinworkshop\/chat\/completions_pro\?access_token=token-1$/,
    auth: {},
    error: { error_code: 336_003, error_msg: "the length of messages must be an odd number" },
  },
  {
    provider: "bytedance",
    env: { BYTEDANCE_API_KEY: "byte-key-1", BYTEDANCE_URL: "URL" },
    model: "doubao-seed-1-6-250615",
    path: "/api/bytedance/api/v3/chat/completions",
    body: { ...openAiLike, model: "doubao-seed-1-6-250615" },
    whole: { messages, model: "doubao-seed-1-6-250615" },
    reply: openAiReply,
    answers: [fixture("bytedance/text.sse"), ...recordings("bytedance/text.sse")],
    usage: "estimated",
    asked: /^\/api\/v3\/chat\/completions$/,
    auth: { authorization: /^Bearer byte-key-1$/ },
    error: openAiError,
  },
  {
    provider: "alibaba",
    env: { ALIBABA_API_KEY: "ali-key-1", ALIBABA_URL: "URL" },
    model: "qwen-max",
    path: "/api/alibaba/v1/services/aigc/text-generation/generation",
    body: {
      model: "qwen-max",
      input: { messages },
      parameters: { result_format: "message", incremental_output: true },
    },
    whole: { model: "qwen-max", input: { messages }, parameters: { result_format: "message" } },
    headers: { "x-dashscope-sse": "enable" },
    reply: {
      output: { choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Tudo ótimo!" } }] },
      usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
      request_id: "r",
    },
    answers: [fixture("alibaba/text-incremental.sse"), ...recordings("alibaba/text-incremental.sse")],
    asked: /^\/api\/v1\/services\/aigc\/text-generation\/generation$/,
    auth: { authorization: /^Bearer ali-key-1$/ },
    error: { code: "InvalidApiKey", message: "Invalid API-key provided.", request_id: "r" },
  },
  {
    provider: "tencent",
    env: { TENCENT_SECRET_ID: "tencent-id-1", TENCENT_SECRET_KEY: "tencent-key-1", TENCENT_URL: "URL" },
    model: "hunyuan-pro",
    path: "/api/tencent/",
    body: { Model: "hunyuan-pro", Messages: [{ Role: "user", Content: "Oi" }], Stream: true },
    whole: { Model: "hunyuan-pro", Messages: [{ Role: "user", Content: "Oi" }] },
    reply: {
      Response: {
        RequestId: "r",
        Note: "",
        Created: 1,
        Id: "1",
        Choices: [{ FinishReason: "stop", Message: { Role: "assistant", Content: "Tudo ótimo!" } }],
        Usage: { PromptTokens: 7, CompletionTokens: 3, TotalTokens: 10 },
      },
    },
    answers: [fixture("tencent/text.sse"), ...recordings("tencent/text.sse")],
    asked: /^\/$/,
    auth: { authorization: /^TC3-HMAC-SHA256 Credential=tencent-id-1\//, "x-tc-action": /^ChatCompletions$/ },
    error: { Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "no" }, RequestId: "r" } },
  },
  {
    provider: "moonshot",
    env: { MOONSHOT_API_KEY: "moon-key-1", MOONSHOT_URL: "URL/v1" },
    model: "moonshot-v1-8k",
    path: "/api/moonshot/v1/chat/completions",
    body: { ...openAiLike, model: "moonshot-v1-8k" },
    whole: { messages, model: "moonshot-v1-8k" },
    reply: openAiReply,
    answers: [fixture("moonshot/text-choice-usage.sse"), ...recordings("moonshot/text-choice-usage.sse")],
    asked: /^\/v1\/chat\/completions$/,
    auth: { authorization: /^Bearer moon-key-1$/ },
    error: openAiError,
  },
  {
    provider: "iflytek",
    env: { IFLYTEK_API_KEY: "ifly-key-1", IFLYTEK_API_SECRET: "ifly-secret-1", IFLYTEK_URL: "URL" },
    model: "generalv3.5",
    path: "/api/iflytek/v1/chat/completions",
    body: { ...openAiLike, model: "generalv3.5" },
    whole: { messages, model: "generalv3.5" },
    reply: {
      code: 0,
      message: "Success",
      sid: "s",
      choices: [{ index: 0, message: { role: "assistant", content: "Tudo ótimo!" } }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    },
    answers: [fixture("iflytek/text.sse"), ...recordings("iflytek/text.sse")],
    asked: /^\/v1\/chat\/completions$/,
    auth: { authorization: /^Bearer ifly-key-1:ifly-secret-1$/ },
    error: { error: { message: "invalid param", type: "invalid_request_error", param: null, code: "10005" } },
  },
]

/** The project's models, and a price for each of the table. */
function pricedModels(): readonly ModelRow[] {
  const price = { input: 1_000_000, output: 2_000_000 }
  return mergeRows(
    readModelFile(),
    cases.map(({ provider, model }) => ({ provider, id: model, prices: [price] })),
  )
}

/** Answers Baidu's token requests; anything else as scripted. */
function withTokens(gateway: TestGateway, reply: Parameters<TestGateway["script"]>[0] & object) {
  const scripted = gateway.script((request) => {
    if (request.path.startsWith("/oauth/2.0/token")) {
      return jsonReply(200, { access_token: "token-1", expires_in: 2_592_000 })
    }
    return typeof reply === "function" ? reply(request) : (reply as Exclude<typeof reply, readonly unknown[]>)
  })
  return () => scripted().filter(({ path }) => !path.startsWith("/oauth/"))
}

const streams = cases.flatMap((native) => native.answers.map((file) => ({ native, file })))

describe.each(streams)("$native.provider through its own prefix: $file.name", ({ native, file }) => {
  let gateway: TestGateway
  let code: TestCode

  beforeAll(async () => {
    gateway = await startGateway({
      pretend: true,
      start: (options) => startProsaInProcess(options ?? {}, { models: pricedModels() }),
      envFor: ({ url }) =>
        Object.fromEntries(Object.entries(native.env).map(([name, value]) => [name, value.replace("URL", url)])),
    })
    code = await gateway.code("premium", 10)
  })
  afterAll(() => gateway.stop())

  const call = (body: object, headers: Record<string, string> = {}) =>
    fetch(gateway.url + native.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}`, ...headers },
      body: JSON.stringify(body),
    })

  test("a stream passes as the provider sent it, is charged by its usage, and ends with `_meta`", async () => {
    const before = await gateway.balance(code)
    const requests = withTokens(gateway, fileReply(file))
    const response = await call(native.body, { ...native.headers, "idempotency-key": "one" })
    expect(response.status).toBe(200)
    const events = splitEvents([new Uint8Array(await response.arrayBuffer())])
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => String(at + 1)))
    const all = events.map(({ data }) => data).join("\n")
    const meta = events.findLast(({ data }) => data.includes('"_meta"'))
    expect(meta).toBeDefined()
    const [asked] = requests()
    expect(asked?.path).toMatch(native.asked)
    for (const [name, value] of Object.entries(native.auth)) expect(asked?.headers[name]).toMatch(value)
    expect(JSON.stringify(asked?.headers)).not.toContain(code.code)
    const run = await settledRun(gateway, code, response.headers.get("x-run-id") ?? "")
    expect(run).toMatchObject({ state: "done", usage: { source: native.usage ?? "provider" } })
    expect(before.posted - (await gateway.balance(code)).posted).toBeGreaterThan(0)
    const again = await call(native.body, { ...native.headers, "idempotency-key": "one" })
    expect(again.headers.get("idempotent-replay")).toBe("true")
    const replayed = splitEvents([new Uint8Array(await again.arrayBuffer())])
    expect(replayed.map(({ data }) => data).join("\n")).toBe(all)
    expect(requests()).toHaveLength(1)
  })

  test("a whole reply is passed on with `_meta`, and costs what its usage says", async () => {
    const before = await gateway.balance(code)
    withTokens(gateway, jsonReply(200, native.reply))
    const reply = await readJson(await call(native.whole))
    expect(reply).toMatchObject({ ...native.reply, _meta: { cost: expect.any(Number) } })
    // One dollar in, two out, per million: at 5.50 and 1.3.
    expect(before.posted - (await gateway.balance(code)).posted).toBe(Math.ceil((7 + 3 * 2) * 7.15))
  })

  test("a stream is stopped at the provider, charged for what came, and read again to the same end", async () => {
    const half = file.read().length >> 1
    const requests = withTokens(gateway, stallAfter(fileReply(file), half))
    const response = await call(native.body, { ...native.headers, "idempotency-key": "two" })
    const runId = response.headers.get("x-run-id") ?? ""
    const heard = response.text()
    const headers = { authorization: `Bearer nk-${code.code}` }
    await expect
      .poll(async () => readJson(await fetch(`${gateway.url}/api/runs/${runId}`, { headers })))
      .toMatchObject({
        frames: expect.toSatisfy((frames: number) => frames > 0),
      })
    await fetch(`${gateway.url}/api/runs/${runId}/stop`, { method: "POST", headers })
    expect(await requests()[0]?.ended).toMatchObject({ finished: false })
    expect(await settledRun(gateway, code, runId)).toMatchObject({ state: "stopped" })
    const again = await fetch(`${gateway.url}/api/runs/${runId}/events`, { headers })
    expect(await again.text()).toBe(await heard)
    expect(await gateway.balance(code)).toMatchObject({ held: 0 })
  })

  test("a stream that breaks off says so in the API's own words, in mid-stream", async () => {
    const half = file.read().length >> 1
    withTokens(gateway, cutAfter(fileReply(file), half))
    const text = await (await call(native.body, native.headers)).text()
    expect(text).toContain("Nada foi cobrado")
    expect(text).not.toContain("\nid:")
  })

  test("the chat path tells the same answer in OpenAI's words, streamed and whole", async () => {
    const requests = withTokens(gateway, fileReply(file))
    const ask = { model: native.model, providerName: native.provider, messages }
    const streamed = await gateway.chat(code, { ...ask, stream: true, stream_options: { include_usage: true } })
    const chat = await readChat(streamed)
    expect(chat.text.length).toBeGreaterThan(0)
    expect(chat.done).toBe(true)
    expect(chat.payloads.join("\n")).toContain('"finish_reason":"stop"')
    if (native.usage !== "estimated") expect(chat.usage?.total_tokens).toBeGreaterThan(0)
    expect(chat.meta?.cost).toBeGreaterThan(0)
    expect(requests()[0]?.path).toMatch(native.asked)
    withTokens(gateway, jsonReply(200, native.reply))
    const whole = await readJson(await gateway.chat(code, ask))
    expect(whole).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { content: "Tudo ótimo!" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
      _meta: { cost: expect.any(Number) },
    })
  })

  test("an unknown field is refused before anybody is asked", async () => {
    const requests = withTokens(gateway, fileReply(file))
    const response = await call({ ...native.body, api_base: "https://elsewhere.example" }, native.headers)
    expect(response.status).toBe(400)
    expect(requests()).toHaveLength(0)
  })

  test("a wrong key is ours to mend: told without a word of it, and nothing is charged", async () => {
    const before = await gateway.balance(code)
    withTokens(gateway, jsonReply(401, native.error))
    const response = await call(native.body, native.headers)
    expect(response.status).toBeGreaterThanOrEqual(500)
    const told = await response.text()
    for (const secret of Object.values(native.env)) expect(told).not.toContain(secret)
    expect(await gateway.balance(code)).toMatchObject({ posted: before.posted, held: 0 })
  })

  test("an own key goes to the provider and is not metered", async () => {
    const requests = withTokens(gateway, fileReply(file))
    const response = await call(native.body, { ...native.headers, authorization: "Bearer own-key-12345:own-secret-1" })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toContain("_meta")
    expect(requests()).toHaveLength(1)
  })

  test("another path of the provider is not there", async () => {
    const response = await fetch(`${gateway.url}/api/${native.provider}/v1/files`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}` },
      body: "{}",
    })
    expect(response.status).toBe(404)
    expect(await readJson(response)).not.toEqual({})
  })
})
