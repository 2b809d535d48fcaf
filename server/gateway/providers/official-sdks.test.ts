import Anthropic from "@anthropic-ai/sdk"
import { ApiError, GoogleGenAI } from "@google/genai"
import OpenAI, { AzureOpenAI } from "openai"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { stallAfter } from "../../../testing/fake-provider/faults.ts"
import { fileReply, jsonReply } from "../../../testing/fake-provider/replies.ts"
import { responsesWebSearch } from "../../../testing/fixtures/wire/openai/responses-cases.ts"
import { settledRun, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"
import { recordings } from "../../../testing/recordings.ts"
import { fixture, type WireFile } from "../../../testing/wire-file.ts"

let gateway: TestGateway
let code: TestCode
let poor: TestCode

beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: `${url}/v1`,
      GOOGLE_API_KEY: "google-key-of-ours",
      GOOGLE_URL: url,
      AZURE_API_KEY: "azure-key-of-ours",
      AZURE_URL: url,
      CUSTOM_MODELS: "+gpt-4o@Azure=meu-gpt,+o3@Azure=pensa,gpt-4.1=Quatro",
    }),
  })
  code = await gateway.code("premium", 100)
  poor = await gateway.code("premium", 0.000_1)
})
afterAll(() => gateway.stop())

const keys = ["sk-ant-of-ours", "google-key-of-ours", "azure-key-of-ours"]
const posted = async () => (await gateway.balance(code)).posted

describe("@anthropic-ai/sdk", () => {
  const clientOf = (apiKey: string) => new Anthropic({ apiKey, baseURL: `${gateway.url}/api/anthropic`, maxRetries: 0 })
  const ask = {
    model: "claude-sonnet-4-6",
    max_tokens: 1_000,
    messages: [{ role: "user" as const, content: "Oi, tudo bem?" }],
  }
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-6",
    content: [{ type: "text", text: "Tudo ótimo!" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 50, cache_creation_input_tokens: 20 },
  }

  test("gets a whole message, its price beside, asked for with our key and its own version", async () => {
    const requests = gateway.script(jsonReply(200, message))
    const before = await posted()
    const reply = await clientOf(code.code).messages.create(ask, { headers: { "anthropic-version": "2024-01-01" } })
    expect(reply.content).toEqual(message.content)
    expect(requests()[0]).toMatchObject({
      path: "/v1/messages",
      headers: { "x-api-key": keys[0], "anthropic-version": "2024-01-01" },
      json: { max_tokens: 1_000, messages: ask.messages },
    })
    // Three dollars in, fifteen out, a tenth for what was cached and a quarter more for what is: at 5.50 and 1.3.
    const dollars = (10 * 3 + 5 * 15 + 50 * 0.3 + 20 * 3.75) / 1e6
    expect(before - (await posted())).toBe(Math.ceil(dollars * 5.5 * 1.3 * 1e6))
    expect(reply).toHaveProperty("_meta.cost")
  })

  const turns = [
    ...["anthropic/text.sse", "anthropic/thinking.sse", "anthropic/web-search.sse"].map(fixture),
    ...recordings("anthropic/text.chunks.txt", "anthropic/thinking.sse", "anthropic/web-search.chunks.txt"),
  ]
  const calls = [
    ...["anthropic/text-then-tool-no-args.sse", "anthropic/two-tools.sse"].map(fixture),
    ...recordings("anthropic/text-then-tool-no-args.chunks.txt"),
  ]
  test.each([
    ...turns.map((file) => ({ file, stop: "end_turn" })),
    ...calls.map((file) => ({ file, stop: "tool_use" })),
  ])("collects the stream of $file.name", async ({ file, stop }) => {
    gateway.script(fileReply(file))
    const before = await posted()
    const stream = clientOf(code.code).messages.stream(ask)
    const final = await stream.finalMessage()
    expect(final.stop_reason).toBe(stop)
    expect(final.content.length).toBeGreaterThan(0)
    expect(before - (await posted())).toBeGreaterThan(0)
  })

  test("hears an error of the stream as one, and pays nothing", async () => {
    const before = await posted()
    const head = `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { ...message, content: [] } })}\n\n`
    const error = `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`
    gateway.script({
      status: 200,
      headers: { "content-type": "text/event-stream" },
      pieces: [{ send: Buffer.from(head) }, { send: Buffer.from(error) }],
    })
    await expect(clientOf(code.code).messages.stream(ask).finalMessage()).rejects.toThrow(Anthropic.APIError)
    expect(await posted()).toBe(before)
  })

  const thinkings = [fixture("anthropic/thinking.sse"), ...recordings("anthropic/thinking.sse")]
  test.each(thinkings)("aborts, and the run is stopped and settled: $name", async (thinking) => {
    gateway.script(stallAfter(fileReply(thinking), thinking.read().length >> 1))
    const { data: stream, response } = await clientOf(code.code)
      .messages.create({ ...ask, stream: true })
      .withResponse()
    let events = 0
    for await (const event of stream) {
      expect(event.type).toBeTruthy()
      if (++events === 4) stream.controller.abort()
    }
    const run = await settledRun(gateway, code, response.headers.get("x-run-id") ?? "")
    expect(run).toMatchObject({ state: "stopped" })
    expect(await gateway.balance(code)).toMatchObject({ held: 0 })
  })

  test("a wrong code, an unknown model and an empty wallet are its typed errors", async () => {
    const requests = gateway.script(jsonReply(200, message))
    await expect(clientOf("nk-nobody").messages.create(ask)).rejects.toThrow(Anthropic.AuthenticationError)
    await expect(clientOf(code.code).messages.create({ ...ask, model: "claude-99" })).rejects.toThrow(
      Anthropic.NotFoundError,
    )
    await expect(clientOf(poor.code).messages.create(ask)).rejects.toMatchObject({
      status: 402,
      error: { error: { type: "billing_error" }, balance_insufficient: true },
    })
    await expect(clientOf(code.code).messages.create({ ...ask, max_tokens: 0 })).rejects.toThrow(
      Anthropic.BadRequestError,
    )
    expect(requests()).toHaveLength(0)
  })

  test("lists Claude's models in Anthropic's shape", async () => {
    const names: string[] = []
    for await (const model of clientOf(code.code).models.list()) names.push(model.id)
    expect(names).toContain("claude-sonnet-4-6")
    expect(names.every((name) => name.startsWith("claude"))).toBe(true)
  })

  test("a dated name is the model's own, and goes on as it came", async () => {
    const requests = gateway.script(jsonReply(200, message))
    await clientOf(code.code).messages.create({ ...ask, model: "claude-haiku-4-5-20251001" })
    expect(requests()[0]?.json["model"]).toBe("claude-haiku-4-5-20251001")
  })
})

describe("@google/genai", () => {
  const clientOf = (apiKey: string, apiVersion = "v1beta") =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: `${gateway.url}/api/google`, apiVersion } })
  const ask = { model: "gemini-2.5-flash", contents: "Oi, tudo bem?" }
  const reply = {
    candidates: [{ content: { parts: [{ text: "Tudo ótimo!" }], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 7, totalTokenCount: 22 },
  }

  test.each(["v1", "v1beta"])("generates by %s, thoughts billed as output", async (version) => {
    const requests = gateway.script(jsonReply(200, reply))
    const before = await posted()
    const answer = await clientOf(code.code, version).models.generateContent(ask)
    expect(answer.text).toBe("Tudo ótimo!")
    expect(requests()[0]).toMatchObject({
      path: `/${version}/models/gemini-2.5-flash:generateContent`,
      headers: { "x-goog-api-key": keys[1] },
    })
    expect(before - (await posted())).toBe(Math.ceil(10 * 0.3 * 7.15 + 12 * 2.5 * 7.15))
  })

  test.each([
    ...["google/text.sse", "google/text-recounted.sse", "google/thoughts.sse", "google/tool-call.sse"].map(fixture),
    ...recordings(
      "google/text.chunks.txt",
      "google/text-crlf.sse",
      "google/thoughts.sse",
      "google/tool-call.chunks.txt",
    ),
  ])("streams $name without an id in the way", async (file) => {
    gateway.script(fileReply(file))
    const before = await posted()
    const stream = await clientOf(code.code).models.generateContentStream(ask)
    let parts = 0
    for await (const chunk of stream) parts += chunk.candidates?.[0]?.content?.parts?.length ?? 0
    expect(parts).toBeGreaterThan(0)
    expect(before - (await posted())).toBeGreaterThan(0)
  })

  test("lists Gemini's models in Google's shape", async () => {
    const names: string[] = []
    for await (const model of await clientOf(code.code).models.list()) names.push(model.name ?? "")
    expect(names).toContain("models/gemini-2.5-flash")
  })

  test("counts tokens without a charge", async () => {
    const requests = gateway.script(jsonReply(200, { totalTokens: 6 }))
    const before = await posted()
    const counted = await clientOf(code.code).models.countTokens(ask)
    expect(counted.totalTokens).toBe(6)
    expect(requests()[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:countTokens")
    expect(await posted()).toBe(before)
  })

  test("a wrong code, an unknown model and an empty wallet are its errors", async () => {
    await expect(clientOf("nk-nobody").models.generateContent(ask)).rejects.toMatchObject({ status: 401 })
    const unknown = clientOf(code.code).models.generateContent({ ...ask, model: "gemini-99" })
    await expect(unknown).rejects.toBeInstanceOf(ApiError)
    await expect(clientOf(poor.code).models.generateContent(ask)).rejects.toMatchObject({ status: 402 })
  })

  const thoughts = [fixture("google/thoughts.sse"), ...recordings("google/thoughts.sse")]
  test.each(thoughts)("aborts, and the run is stopped: $name", async (file) => {
    gateway.script(stallAfter(fileReply(file), file.read().length >> 1))
    const leave = new AbortController()
    const stream = await clientOf(code.code).models.generateContentStream({
      ...ask,
      config: { abortSignal: leave.signal },
    })
    await expect(
      (async () => {
        let chunks = 0
        for await (const chunk of stream) {
          expect(chunk).toBeTruthy()
          if (++chunks === 2) leave.abort()
        }
      })(),
    ).rejects.toThrow(/abort/i)
    await expect.poll(() => gateway.balance(code)).toMatchObject({ held: 0 })
  })
})

describe("openai, beyond chats,", () => {
  const client = () => new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })

  test.each([
    { file: responsesWebSearch, length: 239 },
    ...recordings("openai/responses-web-search.chunks.txt").map((file) => ({ file, length: 3645 })),
  ])("collects a stream of responses, its searches and sources untouched: $file.name", async ({ file, length }) => {
    gateway.script(fileReply(file))
    await gateway.credit(code, { calls: 5 })
    const stream = client().responses.stream({
      model: "gpt-5",
      input: "As notícias de hoje",
      tools: [{ type: "web_search" }],
      max_tool_calls: 3,
    })
    const final = await stream.finalResponse()
    expect(final.status).toBe("completed")
    expect(final.output_text).toHaveLength(length)
    expect(final).not.toHaveProperty("error.message")
  })

  test.each([
    fixture("openai/responses-error-midstream.sse"),
    ...recordings("openai/responses-error-midstream.chunks.txt"),
  ])("hears a failure in mid-stream: $name", async (file) => {
    // The failure is about the bill, so this gateway asks with its key no more.
    const own = await startGateway()
    own.script(fileReply(file))
    const { code: apiKey } = await own.code("premium", 10)
    const openai = new OpenAI({ apiKey, baseURL: `${own.url}/v1`, maxRetries: 0 })
    const stream = await openai.responses.create({ model: "gpt-5", input: "Oi", stream: true })
    const types: string[] = []
    const read = async () => {
      for await (const event of stream) types.push(event.type)
    }
    await read().catch((error: unknown) => types.push(error instanceof OpenAI.APIError ? "raised" : String(error)))
    expect(types.at(-1)).toMatch(/raised|response.failed|error/)
    await own.stop()
  })

  test("lists models of every provider that has a key", async () => {
    const names = (await client().models.list()).data.map(({ id }) => id)
    expect(names).toEqual(expect.arrayContaining(["gpt-5", "claude-sonnet-4-6", "gemini-2.5-flash"]))
  })

  interface Chat {
    readonly model: string
    readonly file: WireFile
    readonly says: string
  }
  const recordedChats: readonly Chat[] = [
    ...recordings("anthropic/text.chunks.txt").map((file) => ({
      model: "claude-sonnet-4-6",
      file,
      says: "Hello! I'm doing well, thank",
    })),
    ...recordings("google/text-crlf.sse").map((file) => ({
      model: "gemini-2.5-flash",
      file,
      says: "The capital of France is Paris.",
    })),
  ]
  test.each<Chat>([
    { model: "claude-sonnet-4-6", file: fixture("anthropic/text.sse"), says: "Bom dia! O café está pronto" },
    { model: "gemini-2.5-flash", file: fixture("google/text-recounted.sse"), says: "O farol da barra pisca" },
    ...recordedChats,
  ])("chats with $model in its own words: $file.name", async ({ model, file, says }) => {
    gateway.script(fileReply(file))
    const before = await posted()
    const stream = client().chat.completions.stream({
      model,
      messages: [{ role: "user", content: "Oi" }],
      stream_options: { include_usage: true },
    })
    const final = await stream.finalChatCompletion()
    expect(final.choices[0]?.message.content).toContain(says)
    expect(final.choices[0]?.finish_reason).toBe("stop")
    expect(final.usage?.completion_tokens).toBeGreaterThan(0)
    expect(before - (await posted())).toBeGreaterThan(0)
  })

  test("AzureOpenAI reaches a deployment by the name the operator gave it", async () => {
    const requests = gateway.script(fileReply(fixture("azure/chat-filter-first-chunk.sse")))
    const azure = new AzureOpenAI({
      apiKey: code.code,
      endpoint: `${gateway.url}/api/azure`,
      deployment: "meu-gpt",
      apiVersion: "2024-12-01-preview",
      maxRetries: 0,
    })
    const stream = azure.chat.completions.stream({ model: "meu-gpt", messages: [{ role: "user", content: "Oi" }] })
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe("A balsa sai ao meio-dia.")
    expect(requests()[0]).toMatchObject({
      path: "/openai/deployments/meu-gpt/chat/completions?api-version=2024-12-01-preview",
      headers: { "api-key": keys[2] },
    })
  })

  test("the list of models has each name once; another provider's of the same name says whose it is", async () => {
    const openai = new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    const ids = (await openai.models.list()).data.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(["gpt-5", "gpt-5@Azure"]))
    expect(await openai.models.retrieve("gpt-5@Azure")).toMatchObject({ owned_by: "azure" })
    const visitor = await gateway.chat(undefined, { model: "gpt-5" })
    expect(await visitor.json()).toMatchObject({ available_models: ["gpt-4o-mini"] })
  })

  test("responses, which nobody translates, are refused for a model of another provider, and cost nothing", async () => {
    const requests = gateway.script(fileReply(fixture("azure/chat-reply.json")))
    const before = await posted()
    const openai = new OpenAI({ apiKey: code.code, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    for (const model of ["claude-sonnet-4-6", "gpt-4.1@azure", "gpt-4.1@nobody"]) {
      await expect(openai.responses.create({ model, input: "Oi" })).rejects.toMatchObject({
        status: 404,
        code: "model_not_found",
      })
    }
    expect(requests()).toEqual([])
    expect(await posted()).toBe(before)
  })

  test("a deployment is asked in the way of the model it is of; a name for the eye is no deployment", async () => {
    const requests = gateway.script(fileReply(fixture("azure/chat-reply.json")))
    const messages = [
      { role: "system", content: "Seja breve." },
      { role: "user", content: "Oi" },
    ]
    for (const model of ["o3@azure", "gpt-4.1@azure"]) {
      expect((await gateway.chat(code, { model, messages, max_tokens: 900 })).status).toBe(200)
    }
    const [o3, renamed] = requests()
    expect(o3).toMatchObject({
      path: expect.stringContaining("/deployments/pensa/"),
      json: { max_completion_tokens: 900, messages: [{ role: "user" }] },
    })
    expect(o3?.json).not.toHaveProperty("max_tokens")
    expect(renamed?.path).toContain("/deployments/gpt-4.1/")
  })

  test("a key of one's own goes to the provider that the model's name pins, and to no other", async () => {
    const requests = gateway.script(jsonReply(200, { candidates: [{ content: { parts: [{ text: "Oi" }] } }] }))
    const headers = { authorization: "Bearer own-google-key" }
    await gateway.chat(undefined, { model: "gemini-mine@Google" }, { path: "/v1/chat/completions", headers })
    expect(requests()[0]).toMatchObject({
      path: "/v1beta/models/gemini-mine:generateContent",
      headers: { "x-goog-api-key": "own-google-key" },
    })
    // After the @ stands no provider's name: it is part of the model's name.
    await gateway.chat(undefined, { model: "claude@20240229" }, { path: "/v1/chat/completions", headers })
    expect(requests()[1]?.json["model"]).toBe("claude@20240229")
  })

  test("with a key of one's own, what is called how and how long it may be is between the two", async () => {
    const requests = gateway.script(fileReply(fixture("azure/chat-reply.json")))
    const path = "/api/azure/deployments/meu-raciocinio/chat/completions"
    const headers = { authorization: "Bearer own-azure-key" }
    const body = { messages: [{ role: "user", content: "Oi" }], max_completion_tokens: 60_000 }
    expect((await gateway.chat(undefined, body, { path, headers })).status).toBe(200)
    expect(requests()[0]).toMatchObject({
      path: expect.stringContaining("/deployments/meu-raciocinio/"),
      headers: { "api-key": "own-azure-key" },
      json: { max_completion_tokens: 60_000 },
    })
    // The operator's own call it otherwise.
    await gateway.chat(undefined, body, { path: path.replace("meu-raciocinio", "gpt-4o"), headers })
    expect(requests()[1]?.path).toContain("/deployments/gpt-4o/")
  })
})
