import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inputTokens, type Usage } from "#core/gateway/usage.ts"
import { decodeStatement } from "#core/ledger/statement-wire.ts"
import { fromReais } from "#core/lib/micro-reais.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import {
  longQuestion,
  readChat,
  readJson,
  settledRun,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"
import { newVisitor } from "../../../testing/visitors.ts"

/** A provider's usage is charged as far as it is possible for the question; the rest is the operator's loss, and logged. */

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({
    envFor: ({ url }) => ({
      ANTHROPIC_API_KEY: "sk-ant-of-ours",
      ANTHROPIC_URL: url,
      AZURE_API_KEY: "azure-key-of-ours",
      AZURE_URL: url,
    }),
    env: { FREE_DAILY_BUDGET_BRL: "2", CUSTOM_MODELS: "+gpt-4o-mini@Azure=olhos" },
  })
})
afterAll(() => gateway.stop())

const text = "Uma resposta de poucas palavras."
const question = "Quantas palavras tem esta pergunta, que tem dez delas ao todo?"

const claims = {
  "50 million tokens": { inputUncached: 50_000_000, output: 12 },
  "90 million from the cache": { inputUncached: 10, inputCached: 90_000_000, output: 12 },
  "more than anybody believes": { inputUncached: 5_000_000_000, output: 12 },
  "50 million written to the cache": { inputUncached: 10, cacheWrite: 50_000_000, output: 12 },
} as const

const messages = [{ role: "user", content: question }]
const doors = [
  ["openai", "gpt-4.1", "/api/openai/v1/chat/completions", { messages, max_tokens: 500 }],
  ["an SDK of openai's", "gpt-4.1", "/v1/chat/completions", { messages, max_tokens: 500 }],
  ["responses", "gpt-4.1", "/v1/responses", { input: question, messages: undefined, max_output_tokens: 500 }],
  ["anthropic", "claude-opus-5", "/api/anthropic/v1/messages", { messages, max_tokens: 500 }],
  ["claude in openai's words", "claude-opus-5", "/v1/chat/completions", { messages, max_tokens: 500 }],
] as const

describe.each(doors)("%s", (_, model, path, body) => {
  test.each(Object.entries(claims))("for a question of ten words: %s", async (_claim, usage) => {
    for (const stream of [true, false]) {
      const code = await gateway.code("premium", 20)
      let held = 0
      gateway.script(async (request) => {
        held = (await gateway.balance(code)).held
        return textReply(text, { usage })(request)
      })
      const lost = await gateway.booked("loss:overrun")
      const reply = await gateway.chat(code, { model, stream, ...body }, { path })
      expect(reply.status).toBe(200)
      await reply.text()
      const run = await settledRun(gateway, code, reply.headers.get("x-run-id") ?? "")
      const charged = 20_000_000 - (await gateway.balance(code)).posted
      expect(fromReais(Number(run["cost"]))).toBe(charged)
      expect(charged, `stream: ${String(stream)}`).toBeGreaterThan(0)
      expect(charged, `stream: ${String(stream)}`).toBeLessThanOrEqual(held)
      expect(charged).toBeLessThan(50_000)
      expect(await gateway.booked("loss:overrun")).toBeLessThan(lost)
      // The shown and recorded usage is the charged one.
      expect(inputTokens(run["usage"] as Usage)).toBeLessThan(2_000)
      const [line] = (await statementOf(code)).lines
      expect((line?.tokens?.input ?? 0) + (line?.tokens?.cached ?? 0)).toBeLessThan(2_000)
      // The operator hears of it.
      const told = new RegExp(`"loss".*${String(run["id"])}.*"loss:overrun"`)
      await expect.poll(() => gateway.prosa.output()).toMatch(told)
    }
  })
})

async function statementOf(code: TestCode) {
  const headers = { authorization: `Bearer nk-${code.code}` }
  const statement = decodeStatement(await readJson(await fetch(`${gateway.url}/api/statement`, { headers })))
  if (statement === undefined) throw new Error("no statement")
  return statement
}

test("of an answer with nothing to read, what can be true is its loss, and what is claimed beyond is an overrun", async () => {
  const code = await gateway.code("premium", 20)
  gateway.script(textReply("", { usage: { inputUncached: 50_000_000, output: 1 } }))
  const [empty, overrun] = [await gateway.booked("loss:empty"), await gateway.booked("loss:overrun")]
  const chat = await readChat(await gateway.chat(code, { model: "gpt-4.1", messages, stream: true }))
  expect(chat.meta).toMatchObject({ cost: 0 })
  expect(await gateway.balance(code)).toMatchObject({ posted: 20_000_000, held: 0 })
  const lost = empty - (await gateway.booked("loss:empty"))
  expect(lost).toBeGreaterThan(0)
  expect(lost).toBeLessThan(50_000)
  expect(lost + overrun - (await gateway.booked("loss:overrun"))).toBe(Math.ceil(50_000_000 * 14.3 + 57.2))
})

test("a failure too short to be charged costs us the prompt that its provider has told", async () => {
  const code = await gateway.code("premium", 20)
  const told = textReply(text, { chunks: 10, usage: { inputUncached: 1_000, output: 12 } })
  gateway.script((request) => {
    const reply = told(request)
    return { ...reply, pieces: [...reply.pieces.slice(0, 4), { end: "cut" }] }
  })
  const lost = await gateway.booked("loss:empty")
  const options = { path: "/api/anthropic/v1/messages" }
  const ask = { ...longQuestion, model: "claude-opus-5", max_tokens: 500, stream: true }
  const said = await (await gateway.chat(code, ask, options)).text()
  expect(said).toContain("text_delta")
  expect(await gateway.balance(code)).toMatchObject({ posted: 20_000_000, held: 0 })
  expect(lost - (await gateway.booked("loss:empty"))).toBeGreaterThanOrEqual(Math.ceil(1_000 * 5 * 7.15))
})

test("a usage that can be true is charged as it was told, to the token", async () => {
  const code = await gateway.code("premium", 20)
  gateway.script(textReply(text, { usage: { inputUncached: 3_000, inputCached: 2_000, output: 12 } }))
  const chat = await readChat(await gateway.chat(code, { ...longQuestion, stream: true }))
  expect(fromReais(chat.meta!.cost)).toBe(Math.ceil(3_000 * 14.3 + 2_000 * 3.575 + 12 * 57.2))
})

test("pictures are held for as the model that is called counts them, whatever it is called by", async () => {
  const code = await gateway.code("premium", 20)
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }
  gateway.script(textReply(text, { usage: { inputUncached: 37_000, output: 12 } }))
  const lost = await gateway.booked("loss:overrun")
  const path = "/api/azure/deployments/olhos/chat/completions?api-version=2024-10-21"
  const content = [{ type: "text", text: "O que se vê?" }, picture]
  const reply = await gateway.chat(code, { model: undefined, messages: [{ role: "user", content }] }, { path })
  expect(reply.status).toBe(200)
  expect((await readJson(reply))["_meta"]).toMatchObject({ cost: Math.ceil((37_000 * 0.15 + 12 * 0.6) * 7.15) / 1e6 })
  expect(await gateway.booked("loss:overrun")).toBe(lost)
})

test.each([
  ["50 million tokens", { inputUncached: 50_000_000, output: 12 }, 100_000_000],
  ["a thousand searches that nobody asked for", { inputUncached: 20, output: 12, searchCalls: 1_000 }, 70_000_000],
])("a claim for a visitor's question empties nobody's day: %s", async (_, usage, beyond) => {
  const given = await gateway.booked("promo:free")
  const lost = await gateway.booked("loss:overrun")
  gateway.script(textReply(text, { usage }))
  for (let at = 0; at < 3; at++) {
    const headers = { "x-visitor": await newVisitor(gateway.url) }
    const reply = await gateway.chat(undefined, { model: "gpt-4o-mini" }, { headers })
    expect(reply.status).toBe(200)
    await reply.text()
  }
  expect(given - (await gateway.booked("promo:free"))).toBeLessThan(3_000)
  expect(lost - (await gateway.booked("loss:overrun"))).toBeGreaterThan(beyond)
})
