import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fromReais } from "#core/lib/micro-reais.ts"
import { objectOf, parseJson } from "#core/lib/fields.ts"
import { answerReply, fileReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { usagePlaces } from "../../../testing/fake-provider/usage-place.ts"
import { responsesSeries } from "../../../testing/fixtures/wire/openai/responses-cases.ts"
import {
  longQuestion,
  readChat,
  readJson,
  settledRun,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"
import { splitEvents } from "../../../testing/read-stream.ts"
import { recordings } from "../../../testing/recordings.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const text = "Palavras para contar, nem muitas nem poucas. ".repeat(10)
const usage = { inputUncached: 321, inputCached: 123, output: 777, reasoning: 100 }
const cost = Math.ceil(321 * 14.3 + 123 * 3.575 + 777 * 57.2)

test.each(usagePlaces.filter((place) => place !== "missing"))(
  "T17: the usage is charged once wherever a provider puts it: %s",
  async (usagePlace) => {
    gateway.script(textReply(text, { usage, usagePlace }))
    const before = await gateway.balance(code)
    const chat = await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
    expect(chat).toMatchObject({ text, done: true })
    expect(fromReais(chat.meta!.cost)).toBe(cost)
    const after = await gateway.balance(code)
    expect([before.posted - after.posted, after.held]).toEqual([cost, 0])
  },
)

test.each([
  ["chat", "/v1/chat/completions", "prompt_tokens", { messages: longQuestion.messages }],
  ["responses", "/v1/responses", "input_tokens", { input: longQuestion.messages[0]?.content, messages: undefined }],
] as const)("what OpenAI wrote to its cache is charged at the price of that: %s", async (_, path, name, ask) => {
  const told = {
    [name]: 1_000,
    [`${name}_details`]: { cached_tokens: 200, cache_write_tokens: 700 },
    [name === "prompt_tokens" ? "completion_tokens" : "output_tokens"]: 50,
    total_tokens: 1_050,
  }
  const reply =
    name === "prompt_tokens"
      ? { choices: [{ index: 0, message: { role: "assistant", content: "Oi." }, finish_reason: "stop" }] }
      : { status: "completed", output: [{ type: "message", content: [{ type: "output_text", text: "Oi." }] }] }
  gateway.script({
    status: 200,
    headers: { "content-type": "application/json" },
    pieces: [{ send: Buffer.from(JSON.stringify({ id: "a", model: "gpt-6-luna", ...reply, usage: told })) }],
  })
  const before = await gateway.balance(code)
  const response = await gateway.chat(code, { model: "gpt-6-luna", ...ask }, { path })
  expect(await readJson(response)).toMatchObject({ usage: told })
  // US$ 0.10 a million of the prompt, 0.01 read from the cache, 0.125 written to it, 0.50 of the answer.
  const cost = Math.ceil(100 * 0.715 + 200 * 0.0715 + 700 * 0.89375 + 50 * 3.575)
  expect(before.posted - (await gateway.balance(code)).posted).toBe(cost)
})

test.each(usagePlaces)("[DONE] comes once and last, and the usage only when asked for: %s", async (usagePlace) => {
  for (const include_usage of [true, false]) {
    gateway.script(textReply(text, { usage, usagePlace }))
    const chat = await readChat(
      await gateway.chat(code, { ...longQuestion, stream: true, stream_options: { include_usage } }),
    )
    expect(chat.payloads.filter((payload) => payload === "[DONE]")).toHaveLength(1)
    expect(chat.done).toBe(true)
    expect(chat.ids).toEqual(chat.ids.map((_, at) => String(at + 1)))
  }
})

test("without a word of usage the answer is charged by our own count, marked as an estimate", async () => {
  gateway.script(textReply(text, { usagePlace: "missing" }))
  const chat = await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
  const run = await settledRun(gateway, code, chat.runId)
  expect(run).toMatchObject({ state: "done", usage: { source: "estimated" } })
  const { output } = run["usage"] as { output: number }
  expect(output).toBeGreaterThan(text.length / 8)
  expect(output).toBeLessThan(text.length / 2)
  expect(chat.meta!.cost).toBeGreaterThan(0)
})

test.each([
  ["numbers that are none", { prompt_tokens: -5_000_000, completion_tokens: "NaN", total_tokens: 1e308 }, 1],
  ["numbers beyond belief", { prompt_tokens: 1e300, completion_tokens: 9e15, total_tokens: 9e15 }, 1],
  ["zeros", { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, 1],
  ["an answer only", { prompt_tokens: 0, completion_tokens: 500, total_tokens: 500 }, 1_500],
  ["a prompt only", { prompt_tokens: 4_000, completion_tokens: 0, total_tokens: 4_000 }, 4_000],
] as const)(
  "T8: %s for a text that came are replaced by our own count, and never money back",
  async (_, wrong, input) => {
    const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4.1" }
    const frames = [
      { ...chunk, choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] },
      { ...chunk, choices: [], usage: wrong },
    ]
    const body = [...frames.map((frame) => JSON.stringify(frame)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("")
    gateway.script({
      status: 200,
      headers: { "content-type": "text/event-stream" },
      pieces: [{ send: Buffer.from(body) }],
    })
    const before = await gateway.balance(code)
    const chat = await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
    const run = await settledRun(gateway, code, chat.runId)
    expect(run).toMatchObject({ state: "done", usage: { source: "estimated" } })
    const { inputUncached, output } = run["usage"] as { inputUncached: number; output: number }
    expect(inputUncached).toBeGreaterThanOrEqual(input)
    expect(output).toBeGreaterThan(text.length / 8)
    expect(before.posted - (await gateway.balance(code)).posted).toBe(Math.ceil(inputUncached * 14.3 + output * 57.2))
  },
)

test.each([
  ["broke off", [{ end: "cut" }], "failed"],
  ["ended without an end", [], "failed"],
] as const)("a count that was told early is not the count of all: where the stream %s", async (_, end, state) => {
  const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4.1" }
  const early = { prompt_tokens: 1_500, completion_tokens: 1, total_tokens: 1_501 }
  const frames = text.match(/.{1,45}/g)!.map((content, at) => ({
    ...chunk,
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
    ...(at === 0 ? { usage: early } : {}),
  }))
  gateway.script({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    pieces: [...frames.map((frame) => ({ send: Buffer.from(`data: ${JSON.stringify(frame)}\n\n`) })), ...end],
  })
  const chat = await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
  expect(chat.text).toBe(text)
  const run = await settledRun(gateway, code, chat.runId)
  expect(run).toMatchObject({ state, usage: { inputUncached: 1_500, source: "estimated" } })
  expect((run["usage"] as { output: number }).output).toBeGreaterThan(text.length / 8)
})

test("a usage beyond what was held takes no more than the hold: the rest is ours", async () => {
  const poor = await gateway.code("premium", 0.2)
  gateway.script(textReply(text, { usage: { inputUncached: 1_000_000, output: 1_000_000 } }))
  await readChat(await gateway.chat(poor, { stream: true }))
  const after = await gateway.balance(poor)
  expect(after.posted).toBeGreaterThanOrEqual(0)
  expect(after.held).toBe(0)
})

test("a tool call is an answer: charged, and passed on as it came", async () => {
  const call = { id: "call_1", name: "tempo", arguments: '{"cidade":"Recife"}' }
  gateway.script(
    answerReply([
      { type: "tool-call", index: 0, call },
      { type: "usage", usage: { ...usage, cacheWrite: 0, searchCalls: 0, source: "provider" } },
      { type: "finish", reason: "tool-calls" },
    ]),
  )
  const chat = await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
  expect(fromReais(chat.meta!.cost)).toBe(cost)
  expect(JSON.stringify(chat.chunks)).toContain('"name":"tempo"')
})

test("what is no JSON in a stream does not reach its reader: torn, empty, a word", async () => {
  const part = (content: string) =>
    JSON.stringify({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "gpt-4.1",
      choices: [{ index: 0, delta: { content } }],
    })
  const data = [part("Um "), '{"id":"c","choices":[{"del', "", "ping", part("e dois"), "[DONE]"]
  const body = data.map((payload) => `data: ${payload}\n\n`).join("")
  gateway.script({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    pieces: [{ send: Buffer.from(body) }],
  })
  const chat = await readChat(await gateway.chat(code, { stream: true }, { path: "/v1/chat/completions" }))
  expect(chat.text).toBe("Um e dois")
  expect(chat.payloads).toEqual([part("Um "), part("e dois"), "[DONE]"])
})

// Responses in series; each tells its own usage.
const series = [
  { file: responsesSeries, count: 3 },
  ...recordings("openai/responses-reasoning-tools.chunks.txt").map((file) => ({ file, count: 4 })),
]

describe.each(series)("$count answers in one stream: $file.name", ({ file, count }) => {
  const ask = { input: longQuestion.messages[0]?.content, messages: undefined, model: "gpt-5", stream: true }

  test("are all charged, and each tells its own end", async () => {
    gateway.script(fileReply(file))
    const reply = await gateway.chat(code, ask, { path: "/v1/responses" })
    const events = splitEvents([new Uint8Array(await reply.arrayBuffer())])
    const ends = events
      .map(({ data }) => objectOf(parseJson(data)))
      .filter((said) => said?.["type"] === "response.completed")
    expect(ends).toHaveLength(count)
    const each = ends.map((said) => objectOf(objectOf(said?.["response"])?.["usage"]))
    const sum = (name: string) => each.reduce((total, usage) => total + Number(usage?.[name]), 0)
    const cached = each.reduce(
      (total, usage) => total + Number(objectOf(usage?.["input_tokens_details"])?.["cached_tokens"]),
      0,
    )
    const run = await settledRun(gateway, code, reply.headers.get("x-run-id") ?? "")
    expect(run["usage"]).toMatchObject({
      inputUncached: sum("input_tokens") - cached,
      inputCached: cached,
      output: sum("output_tokens"),
      source: "provider",
    })
    // The price stands beside the last end only.
    expect(ends.map((said) => said?.["_meta"] !== undefined)).toEqual(ends.map((_, at) => at === count - 1))
  })
})
