import { afterEach, describe, expect, test } from "vitest"
import { errorReply, jsonReply, textReply } from "../../testing/fake-provider/replies.ts"
import { startGateway, type TestGateway } from "../../testing/gateway.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"

const adminToken = "the-operator-of-this-test-and-nobody-else"
const word = "senha1733-da-casa"

let running: TestGateway[] = []
afterEach(async () => {
  for (const gateway of running) await gateway.stop()
  running = []
})

/** A server whose waits are noted instead of waited for. */
async function guarded({ needCode = true }: { readonly needCode?: boolean } = {}) {
  const waits: number[] = []
  const gateway = await startGateway({
    env: {
      CODE: word,
      ADMIN_TOKEN: adminToken,
      LIMIT_ADDRESS_PER_MINUTE: "3000",
      LIMIT_CODE_PER_MINUTE: "600",
      ...(needCode && { NEED_CODE: "1" }),
    },
    envFor: ({ url }) => ({ ANTHROPIC_URL: url, GOOGLE_URL: url, STABILITY_URL: url }),
    start: (prosa) => startProsaInProcess(prosa ?? {}, { wait: async (ms) => void waits.push(ms) }),
  })
  running.push(gateway)
  const ask = async (asked: Asked, credential: string) => {
    const response = await fetch(gateway.url + asked.path, {
      method: asked.body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${credential}` },
      ...(asked.body === undefined ? {} : { body: asked.body }),
    })
    await response.text()
    return response
  }
  /** How many wrong codes the operator is told of. */
  const told = async () => {
    const metrics = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })
    return Number(/wrong_credentials_total\{kind="code"\} (\d+)/.exec(await metrics.text())?.[1])
  }
  return { gateway, waits, ask, told }
}

interface Asked {
  readonly path: string
  readonly body?: string
}

const question = JSON.stringify({ model: "gpt-4.1", messages: [{ role: "user", content: "Oi" }] })
const places: readonly Asked[] = [
  ...[
    "/v1/chat/completions",
    "/v1/responses",
    "/v1/images/generations",
    "/v1/audio/speech",
    "/api/openai/v1/chat/completions",
    "/api/anthropic/v1/messages",
    "/api/google/v1beta/models/gemini-2.5-flash:generateContent",
    "/api/google/v1beta/models/gemini-2.5-flash:countTokens",
    "/api/stability/v2beta/stable-image/generate/core",
    "/api/moonshot/v1/chat/completions",
  ].map((path) => ({ path, body: "{" })),
  { path: "/v1/chat/completions", body: question },
  { path: "/v1/chat/completions", body: '{"model":"nope"}' },
  { path: "/api/runs/none/stop", body: "{}" },
  ...["/v1/models", "/v1/models/nope", "/api/anthropic/v1/models", "/api/google/v1beta/models"].map((path) => ({
    path,
  })),
  ...["/api/runs", "/api/runs/none", "/api/statement", "/api/image?url=x"].map((path) => ({ path })),
  { path: "/api/openai/dashboard/billing/usage" },
]

describe("a word of the operator's is not guessed as if it were a key of one's own", () => {
  test.each(places)("at $path with $body", (place) => staysHidden(place))
  test.each(places.slice(-12))("at $path, where no code is needed", (place) => staysHidden(place, { needCode: false }))
})

async function staysHidden(place: Asked, options = {}): Promise<void> {
  const { gateway, waits, ask, told } = await guarded(options)
  gateway.script(errorReply(401, "no such key"))
  const statuses: number[] = []
  for (let at = 0; at < 110; at++) statuses.push((await ask(place, `palpite-${at}`)).status)
  // Every one of a hundred has waited, longer each time; no more of them are even looked at, right or wrong.
  expect(waits.slice(0, 6)).toEqual([200, 400, 800, 1_600, 3_200, 5_000])
  expect(waits).toHaveLength(100)
  expect(statuses.slice(0, 100)).not.toContain(429)
  expect(statuses.slice(100)).toEqual(Array.from({ length: 10 }, () => 429))
  expect((await ask(place, word)).status).toBe(429)
  expect((await ask(place, `nk-${word}`)).status).toBe(429)
  await expect.poll(told).toBe(112)
}

test("a word that is brought again tells nothing new, and waits for nothing", async () => {
  const { gateway, waits, ask, told } = await guarded()
  gateway.script(errorReply(401, "no such key"))
  for (let at = 0; at < 150; at++) {
    expect((await ask({ path: "/v1/chat/completions", body: question }, "sk-refused")).status).toBe(401)
  }
  const many = Array.from({ length: 20 }, () => ask({ path: "/v1/chat/completions", body: "{" }, "sk-another"))
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([400]))
  expect(waits).toEqual([200, 400])
  await expect.poll(told).toBe(2)
})

test("keys that a provider takes are no guesses, and nobody is told of them", async () => {
  const { gateway, waits, ask, told } = await guarded()
  gateway.script(textReply("Oi"))
  for (let at = 0; at < 90; at++) {
    expect((await ask({ path: "/v1/chat/completions", body: question }, `sk-mine-${at}`)).status).toBe(200)
  }
  expect(new Set(waits)).toEqual(new Set([200]))
  gateway.script(jsonReply(200, { totalTokens: 3 }))
  await expect.poll(told).toBe(0)
})

test("a provider that takes any word for a key is no way around it", async () => {
  const { gateway, ask, told } = await guarded()
  gateway.script(textReply("Oi"))
  const statuses: number[] = []
  for (let at = 0; at < 220; at++) {
    statuses.push((await ask({ path: "/v1/chat/completions", body: question }, `palpite-${at}`)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(200)
  expect((await ask({ path: "/v1/chat/completions", body: "{" }, word)).status).toBe(429)
  await expect.poll(told).toBe(21)
})

test("who was let in before the guessing began stays so, and codes and known keys do everywhere", async () => {
  const { gateway, ask } = await guarded()
  gateway.script(textReply("Oi"))
  const code = await gateway.code("premium", 10)
  const list = { path: "/v1/models" }
  const chat = { path: "/v1/chat/completions", body: question }
  expect((await ask(list, word)).status).toBe(200)
  expect((await ask(chat, "sk-mine")).status).toBe(200)
  for (let at = 0; at < 110; at++) await ask(list, `palpite-${at}`)
  expect((await ask(list, "palpite-1000")).status).toBe(429)
  expect((await ask(list, word)).status).toBe(200)
  expect((await ask(list, `nk-${code.code}`)).status).toBe(200)
  expect((await ask(chat, "sk-mine")).status).toBe(200)
})
