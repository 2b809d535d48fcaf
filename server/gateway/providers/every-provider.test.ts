import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import { prefixOf, type ProviderId } from "#core/providers/registry.ts"
import type { RecordedRequest, ScriptedReply } from "../../../testing/fake-provider/fake-provider.ts"
import { cutAfter, stallAfter } from "../../../testing/fake-provider/faults.ts"
import { answerReply, jsonReply, refusalReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, settledRun, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"
import type { FakeReply } from "../../../testing/fake-provider/reply.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import { readStream } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import { readModelFile } from "../models/model-file.ts"
import { chatApis } from "../apis/api-prefixes.ts"

/** Every chat API the gateway speaks: whose it is, which of its APIs, and a model of it. */
const doors: readonly (readonly [string, ProviderId, number, string])[] = [
  ["openai", "openai", 0, "gpt-4.1"],
  ["responses", "openai", 1, "gpt-4.1"],
  ["azure", "azure", 0, "gpt-4.1"],
  ["google", "google", 0, "gemini-2.5-flash"],
  ["anthropic", "anthropic", 0, "claude-sonnet-4-5"],
  ["baidu", "baidu", 0, "ernie-4.0-8k"],
  ["bytedance", "bytedance", 0, "doubao-seed-1-6-250615"],
  ["alibaba", "alibaba", 0, "qwen-max"],
  ["tencent", "tencent", 0, "hunyuan-pro"],
  ["moonshot", "moonshot", 0, "moonshot-v1-8k"],
  ["iflytek", "iflytek", 0, "generalv3.5"],
]

const settings = (url: string) => ({
  OPENAI_API_KEY: "openai-key-1",
  BASE_URL: url,
  AZURE_API_KEY: "azure-key-1",
  AZURE_URL: url,
  AZURE_API_VERSION: "2024-10-21",
  GOOGLE_API_KEY: "google-key-1",
  GOOGLE_URL: url,
  ANTHROPIC_API_KEY: "anthropic-key-1",
  ANTHROPIC_URL: url,
  BAIDU_API_KEY: "baidu-key-1",
  BAIDU_SECRET_KEY: "baidu-secret-1",
  BAIDU_URL: url,
  BYTEDANCE_API_KEY: "bytedance-key-1",
  BYTEDANCE_URL: url,
  ALIBABA_API_KEY: "alibaba-key-1",
  ALIBABA_URL: url,
  TENCENT_SECRET_ID: "tencent-id-1",
  TENCENT_SECRET_KEY: "tencent-secret-1",
  TENCENT_URL: url,
  MOONSHOT_API_KEY: "moonshot-key-1",
  MOONSHOT_URL: url,
  IFLYTEK_API_KEY: "iflytek-key-1",
  IFLYTEK_API_SECRET: "iflytek-secret-1",
  IFLYTEK_URL: url,
})

let gateway: TestGateway
let code: TestCode

beforeAll(async () => {
  // One dollar in, two out, per million tokens.
  const own = doors.map(([, provider, , model]) => ({
    provider,
    id: model,
    prices: [{ input: 1_000_000, output: 2_000_000 }],
  }))
  const models = mergeRows(readModelFile(), own)
  gateway = await startGateway({
    pretend: true,
    start: (options) => startProsaInProcess(options ?? {}, { models, longestSilenceMs: 200 }),
    envFor: ({ url }) => settings(url),
  })
  code = await gateway.code("premium", 100)
})
afterAll(async () => {
  // Verifies the books.
  await gateway.stop()
})

const overloaded = { kind: "upstream", status: 503, message: "Cheio demais", code: "overloaded_error" } as const
const usage = { ...noUsage, inputUncached: 50, output: 40 }
/** At 5.50 reais a dollar and a margin of 1.3. */
const costOf = (input: number, output: number) => Math.ceil((input + output * 2) * 7.15)
const said =
  "Uma resposta que tem mais do que dezesseis palavras, porque o que é mais curto não se cobra quando falha no meio do caminho."
const words = said.split(/(?<= )/)
const pieces = words.map((text): ChatEvent => ({ type: "text-delta", text }))
const endlessWords = (count: number) =>
  Array.from({ length: count }, (_, at): ChatEvent => ({ type: "text-delta", text: `palavra ${at} ` }))
const tools = [
  { name: "soma", description: "Soma.", parameters: { type: "object", properties: { a: { type: "number" } } } },
]

type Scripted = (request: RecordedRequest) => FakeReply | Promise<FakeReply>

/** Baidu's token is asked for first. */
function scripted(reply: Scripted) {
  const requests = gateway.script((request) =>
    request.path.startsWith("/oauth/")
      ? jsonReply(200, { access_token: "token-1", expires_in: 2_592_000 })
      : reply(request),
  )
  return () => requests().filter(({ path }) => !path.startsWith("/oauth/"))
}

const spoiled = (fault: (reply: ScriptedReply, bytes: number) => ScriptedReply, reply: ScriptedReply, bytes: number) =>
  fault(reply, bytes) as Scripted

describe.each(doors)("%s", (name, provider, at, model) => {
  const { adapter } = chatApis[provider]![at]!

  /** A call in the provider's own words, as its adapter writes them. */
  function call({ stream = true, cap = 400 }: { stream?: boolean; cap?: number } = {}): Promise<Response> {
    const config = { model, providerName: adapter.provider, stream, max_tokens: cap, temperature: 0.5, top_p: 1 }
    // Azure's version stands in the path; from this one on its streams tell usage.
    const credentials = provider === "azure" ? { apiVersion: "2024-10-21" } : {}
    const shape = adapter.encodeChat({ messages: [{ role: "user", content: "Oi" }], config, tools }, credentials)
    return fetch(gateway.url + prefixOf(provider) + shape.path, {
      method: "POST",
      headers: { "content-type": "application/json", ...shape.headers, authorization: `Bearer nk-${code.code}` },
      body: shape.body ?? "",
    })
  }

  const answerOf = async (response: Response) => read(adapter, await response.arrayBuffer())
  const posted = async () => (await gateway.balance(code)).posted
  const chat = (body: object) =>
    gateway.chat(code, { model: `${model}@${provider}`, ...body, messages: [{ role: "user", content: "Oi" }] })
  /** The chat path speaks to the first of a provider's APIs. */
  const isFirst = at === 0

  test("streams an answer through, and charges it by its usage", async () => {
    const requests = scripted(textReply(said, { chunks: 9, usage }))
    const before = await posted()
    const response = await call()
    expect(response.status).toBe(200)
    const runId = response.headers.get("x-run-id") ?? ""
    expect(await answerOf(response)).toMatchObject({ text: said, finish: "stop", endings: 1 })
    expect(before - (await posted())).toBe(costOf(50, 40))
    expect(requests()).toHaveLength(1)
    expect(await settledRun(gateway, code, runId)).toMatchObject({ state: "done", usage: { source: "provider" } })
  })

  test("gives a whole answer, at the same price", async () => {
    scripted(textReply(said, { usage }))
    const before = await posted()
    const response = await call({ stream: false })
    expect(response.status).toBe(200)
    const reply: unknown = await response.json()
    expect(summarizeAnswer(adapter.decodeReply(reply))).toMatchObject({ text: said, finish: "stop" })
    expect(reply).toMatchObject({ _meta: { cost: costOf(50, 40) / 1e6 } })
    expect(before - (await posted())).toBe(costOf(50, 40))
  })

  test("passes a tool call on, streamed and whole", async () => {
    scripted(
      answerReply([
        { type: "tool-call", index: 0, call: { id: "as-fake", name: "soma", arguments: '{"a":1}' } },
        { type: "usage", usage },
        { type: "finish", reason: "tool-calls" },
      ]),
    )
    const streamed = await answerOf(await call())
    const whole = summarizeAnswer(adapter.decodeReply(await (await call({ stream: false })).json()))
    for (const answer of [streamed, whole]) {
      expect(answer).toMatchObject({ finish: "tool-calls", calls: [{ name: "soma" }] })
      expect(JSON.parse(answer.calls[0]!.arguments)).toEqual({ a: 1 })
    }
  })

  test.each([
    ["a refusal", refusalReply(400, { message: "Palavras do provedor" })],
    ["an error in a 200", refusalReply(500, { message: "Palavras do provedor", inOk: true })],
    ["an error in a stream before a word", answerReply([{ type: "failure", failure: overloaded }])],
  ])("tells %s as one, and charges nothing", async (_, reply) => {
    for (const stream of [true, false]) {
      scripted(reply)
      const before = await posted()
      const response = await call({ stream })
      const body = await response.text()
      if (response.status === 200) expect(read(adapter, Buffer.from(body)).failure).toBeDefined()
      else expect(response.status).toBeGreaterThanOrEqual(400)
      expect(body).not.toMatch(/-(key|secret|id)-1/)
      expect(await gateway.balance(code)).toMatchObject({ posted: before, held: 0 })
    }
  })

  test.each([
    ["broken off", (reply: ScriptedReply, bytes: number) => cutAfter(reply, bytes)],
    ["silent", (reply: ScriptedReply, bytes: number) => stallAfter(reply, bytes)],
  ])("an answer that is %s in the middle ends once, as a failure, and its part is charged", async (_, fault) => {
    const whole = textReply(said.repeat(40), { chunks: 400, usage })
    scripted(spoiled(fault, whole, 40_000))
    const before = await posted()
    const answer = await answerOf(await call({ cap: 4_000 }))
    expect(answer).toMatchObject({ finish: undefined, endings: 1 })
    expect(answer.failure).toBeDefined()
    expect(said.repeat(40).startsWith(answer.text)).toBe(true)
    expect(answer.text.length).toBeGreaterThan(200)
    const charged = before - (await posted())
    expect(charged).toBeGreaterThan(costOf(0, answer.text.length / 10))
    expect(charged).toBeLessThan(costOf(200, answer.text.length / 2))
  })

  test("a stream that closes without a last word is told as broken off", async () => {
    scripted(answerReply(pieces))
    const before = await posted()
    const answer = await answerOf(await call())
    expect(answer).toMatchObject({ text: said, finish: undefined, failure: { kind: "upstream-cut" } })
    expect(before - (await posted())).toBeGreaterThan(0)
  })

  // Hunyuan's calls name no cap: the model's own is what the gateway keeps it to.
  const cap = adapter.uncapped === true ? 4_000 : 100

  test("an answer that passes its cap is ended there, at the provider too, and costs no more than was held", async () => {
    const requests = scripted(spoiled(stallAfter, answerReply(endlessWords(40 * cap)), Infinity))
    const before = await posted()
    const answer = await answerOf(await call({ cap }))
    expect(answer).toMatchObject({ finish: "length", failure: undefined, endings: 1, usage: { output: cap } })
    expect(await requests()[0]?.ended).toMatchObject({ finished: false })
    expect(answer.text.length).toBeGreaterThan(2 * cap)
    expect(answer.text.length).toBeLessThan(10 * cap)
    const charged = before - (await posted())
    expect(charged).toBeGreaterThan(costOf(1, cap))
    expect(charged).toBeLessThan(costOf(200, cap))
    expect(await gateway.balance(code)).toMatchObject({ held: 0 })
  })

  test("what a provider counts beyond the cap is not its user's to pay", async () => {
    for (const stream of [true, false]) {
      scripted(textReply(said, { usage: { inputUncached: 50, output: 50_000 } }))
      const before = await posted()
      const response = await call({ stream, cap })
      expect(response.status).toBe(200)
      await response.text()
      expect(before - (await posted())).toBe(costOf(50, cap))
    }
  })

  // A provider of two doors has one chat path.
  if (!isFirst) return
  test("is told in chat words on the chat path, streamed, whole, with a call, and cut at its cap", async () => {
    scripted(textReply(said, { usage }))
    const streamed = await readChat(await chat({ stream: true, stream_options: { include_usage: true } }))
    expect(streamed).toMatchObject({ text: said, done: true, usage: { prompt_tokens: 50, completion_tokens: 40 } })
    expect(streamed.meta?.cost).toBe(costOf(50, 40) / 1e6)
    const whole: unknown = await (await chat({})).json()
    expect(whole).toMatchObject({ choices: [{ message: { content: said }, finish_reason: "stop" }] })
    scripted(answerReply(endlessWords(500)))
    const cut = await readChat(await chat({ stream: true, max_tokens: 50, stream_options: { include_usage: true } }))
    expect(cut).toMatchObject({ done: true, error: undefined, usage: { completion_tokens: 50 } })
    expect(cut.payloads.filter((payload) => payload.includes('"finish_reason":"length"'))).toHaveLength(1)
    expect(cut.text.length).toBeLessThan(800)
    expect(name).toBe(provider)
  })
})

function read(adapter: Adapter<unknown>, bytes: ArrayBuffer | Uint8Array) {
  return summarizeAnswer(readStream(adapter, [bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)]))
}
