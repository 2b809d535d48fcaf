import { titleOf } from "../../../testing/auxiliary-calls.ts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { hello, readChat, readJson, startGateway, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test("the money is held before the provider is asked, and the cap it pays for is the cap the provider sees", async () => {
  const code = await gateway.code("premium", 1)
  let heldMeanwhile = 0
  const requests = gateway.script(async (request) => {
    heldMeanwhile = (await gateway.balance(code)).held
    return textReply("Olá!")(request)
  })
  await readChat(await gateway.chat(code, { stream: true }))
  const cap = Number(requests()[0]!.json["max_tokens"])
  // gpt-4.1's output at 57.20 reais a million; at most half of a roomy balance.
  expect(heldMeanwhile).toBeGreaterThanOrEqual(Math.floor(cap * 57.2))
  expect(heldMeanwhile).toBeLessThanOrEqual(500_000)
  expect(cap).toBeGreaterThan(8_000)
  expect(await gateway.balance(code)).toMatchObject({ held: 0 })
})

test.each([
  ["gpt-4.1", {}, { max_tokens: 32_768 }],
  ["gpt-4.1", { max_tokens: 99 }, { max_tokens: 99 }],
  ["gpt-4.1", { max_completion_tokens: 99 }, { max_tokens: 99 }],
  ["gpt-4.1", { max_tokens: 512_000, max_completion_tokens: 1 }, { max_tokens: 1 }],
  ["gpt-4.1", { max_tokens: 2 ** 31 - 1 }, { max_tokens: 32_768 }],
  ["gpt-4o", {}, { max_tokens: 16_384 }],
  ["gpt-5", {}, { max_completion_tokens: 100_000 }],
  ["gpt-5", { max_tokens: 5_000 }, { max_completion_tokens: 5_000 }],
  ["o3", { max_completion_tokens: 7_000 }, { max_completion_tokens: 7_000 }],
  ["gpt-4.1-nano-2025-04-14", { max_tokens: 150 }, { max_completion_tokens: 150 }],
])("%s asked with %j is sent on with %j", async (model, asked, sent) => {
  const code = await gateway.code("premium", 100)
  const requests = gateway.script(textReply("Olá!"))
  await (await gateway.chat(code, { model, ...asked })).text()
  const { max_tokens, max_completion_tokens } = requests()[0]!.json
  expect({ max_tokens, max_completion_tokens }).toEqual({ ...sent })
})

const words = "palavra ".repeat(10_000)
const schema = { type: "object", description: words }
const tool = { type: "function", function: { name: "f", description: words } }
const metadata = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, "palavra ".repeat(60)]))
test.each([
  ["tools", { tools: [tool] }, 1],
  ["a response format", { response_format: { type: "json_schema", json_schema: { name: "s", schema } } }, 1],
  ["stop words", { stop: [words] }, 1],
  ["metadata", { metadata }, 1],
  ["a refusal", { messages: [...hello.messages, { role: "assistant", content: "", refusal: words }] }, 1],
  ["a name", { messages: [{ role: "user", content: "Oi", name: "n".repeat(256) }] }, 0.005],
  ["a prediction, which is paid as input and as output", { prediction: { type: "content", content: words } }, 5],
])("what is held pays for %s", async (_, more, least) => {
  const code = await gateway.code("premium", 100)
  const heldFor = async (body: object) => {
    let held = 0
    gateway.script(async (request) => {
      held = (await gateway.balance(code)).held
      return textReply("Olá!")(request)
    })
    expect((await gateway.chat(code, { max_tokens: 10, ...body })).status).toBe(200)
    return held
  }
  // Ten thousand words are as many tokens at least, at 14.30 reais a million.
  expect((await heldFor(more)) - (await heldFor({}))).toBeGreaterThan(10_000 * 14.3 * least)
})

test.each([
  ["tools", { tools: [{ ...tool, function: { name: "f", description: words.repeat(10) } }] }],
  ["a prediction", { prediction: { type: "content", content: words.repeat(10) } }],
])("%s count for what the model takes", async (_, more) => {
  const code = await gateway.code("premium", 100)
  const requests = gateway.script(textReply("Olá!"))
  const response = await gateway.chat(code, { model: "gpt-4o", ...more })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: "context_length_exceeded" } })
  expect(requests()).toEqual([])
})

test("usage is always asked for, whatever the client says of it", async () => {
  const code = await gateway.code("premium", 1)
  const requests = gateway.script(textReply("Olá!"))
  const chat = await readChat(await gateway.chat(code, { stream: true, stream_options: { include_usage: false } }))
  expect(requests()[0]!.json["stream_options"]).toEqual({ include_usage: true })
  expect(chat.usage).toBeUndefined()
})

test("a small balance lowers the cap instead of refusing, and a reply cut by it says so", async () => {
  const code = await gateway.code("premium", 0.1)
  const requests = gateway.script(textReply("Olá, ", { finish: "length", usage: { output: 1_000 } }))
  const chat = await readChat(await gateway.chat(code, { stream: true, max_tokens: 30_000 }))
  const cap = Number(requests()[0]!.json["max_tokens"])
  expect(cap).toBeGreaterThanOrEqual(512)
  expect(cap * 57.2).toBeLessThanOrEqual(100_000)
  const run = await readJson(
    await fetch(`${gateway.url}/api/runs/${chat.runId}`, { headers: { authorization: `Bearer nk-${code.code}` } }),
  )
  expect(run).toMatchObject({ state: "done", limitedByBalance: true })
})

test.each([
  ["gpt-4.1", 0.02],
  ["o3", 0.2],
  ["gpt-5", 0.2],
  ["gpt-4.1", 0],
])("%s with R$ %d left is refused with 402 before anybody is asked", async (model, reais) => {
  const code = await gateway.code("premium", reais)
  const requests = gateway.script(textReply("Olá!"))
  for (const stream of [true, false]) {
    const response = await gateway.chat(code, { model, stream })
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({
      balance_insufficient: true,
      saldo: reais,
      saldo_premium: reais,
      saldo_gratuito: 0,
      saldo_chamadas: 0,
      error: { code: "balance_insufficient", type: "insufficient_quota" },
    })
  }
  expect(requests()).toEqual([])
  expect(await gateway.balance(code)).toMatchObject({ held: 0, posted: reais * 1_000_000 })
})

test("a frozen code is refused within a second of the freeze, and keeps its money", async () => {
  const code = await gateway.code("premium", 5)
  await gateway.freeze(code)
  const requests = gateway.script(textReply("Olá!"))
  const response = await gateway.chat(code)
  expect(response.status).toBe(402)
  expect(await response.json()).toMatchObject({ balance_insufficient: true, saldo: 0 })
  expect(requests()).toEqual([])
})

test("a frozen code is refused its earned title, too", async () => {
  const code = await gateway.code("premium", 5)
  const requests = gateway.script(textReply("Olá!"))
  await (await gateway.chat(code)).text()
  await gateway.freeze(code)
  const look = () =>
    fetch(`${gateway.url}/api/getBalance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accessCode: code.code }),
    })
  await expect.poll(async () => (await look()).status).toBe(400)
  const ask = { model: "gpt-4.1-nano-2025-04-14", max_tokens: 100, messages: titleOf() }
  expect((await gateway.chat(code, ask)).status).toBe(402)
  expect(requests()).toHaveLength(1)
})

test("money that only another answer holds is no empty balance: come back soon", async () => {
  const code = await gateway.code("premium", 0.05)
  let release: () => void = () => {}
  const answered = new Promise<void>((resolve) => (release = resolve))
  const requests = gateway.script(async (request) => {
    await answered
    return textReply("Olá!", { usage: { inputUncached: 10, output: 10 } })(request)
  })
  const first = gateway.chat(code)
  await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
  const second = await gateway.chat(code)
  expect([second.status, Number(second.headers.get("retry-after"))]).toEqual([429, 5])
  expect(await second.json()).toMatchObject({
    error: { code: "balance_in_use", type: "rate_limit_error", message: expect.stringContaining("reservado") },
  })
  release()
  expect((await first).status).toBe(200)
  expect((await gateway.chat(code)).status).toBe(200)
})

test("T6: three chats at once fit on one balance of R$ 5, gpt-5 with 100 000 tokens each", async () => {
  const code = await gateway.code("premium", 5)
  let arrived = 0
  let release: () => void = () => {}
  const together = new Promise<void>((resolve) => (release = resolve))
  const requests = gateway.script(async (request) => {
    if (++arrived === 3) release()
    await together
    return textReply("Olá!")(request)
  })
  const ask = { model: "gpt-5", max_completion_tokens: 100_000, stream: true }
  const one = async () => readChat(await gateway.chat(code, ask)).finally(release)
  const chats = await Promise.all([one(), one(), one()])
  expect(chats.map((chat) => chat.text)).toEqual(["Olá!", "Olá!", "Olá!"])
  for (const { json } of requests()) expect(Number(json["max_completion_tokens"])).toBeGreaterThan(4_096)
})
