import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { startFakeProvider, type FakeProvider } from "../../../testing/fake-provider/fake-provider.ts"
import { jsonReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { hello, pagePath, readChat, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"

/** Own keys that made-up words are, and what they may reach. */
const word = { authorization: "Bearer any-word-at-all" }
/** On a machine that has much else to do. */
const patience = { timeout: 30_000 }
const count = { contents: [{ role: "user", parts: [{ text: "Olá" }] }] }

let stranger: FakeProvider
beforeAll(async () => void (stranger = await startFakeProvider()))
afterAll(() => stranger.close())

function start(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const egress = {
    lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    isAllowed: (address: string) => address === "127.0.0.1",
    ports: [String(stranger.port)],
  }
  return startGateway({
    env: { TRUSTED_PROXIES: "127.0.0.1", ...env },
    envFor: ({ url }) => ({ GOOGLE_API_KEY: "google-of-ours", GOOGLE_URL: url }),
    start: (options) => startProsaInProcess(options ?? {}, { egress }),
  })
}

const outside = () => `http://outside.example:${stranger.port}`
const image = () => `/api/image?url=${encodeURIComponent(`${outside()}/a.png`)}`
const elsewhere = () => ({ "x-base-url": outside(), "sec-fetch-site": "same-origin" })

function ask(gateway: TestGateway, method: "GET" | "POST", path: string, headers: object, body?: object) {
  return fetch(gateway.url + path, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
}

describe("where a code is needed, an own key", () => {
  let gateway: TestGateway
  let code: TestCode
  beforeAll(async () => {
    gateway = await start({ NEED_CODE: "1" })
    code = await gateway.code("premium", 1)
  })
  afterAll(() => gateway.stop())

  const doors: readonly (readonly [string, () => readonly ["GET" | "POST", string, object?, object?]])[] = [
    ["an address of its own", () => ["POST", pagePath, elsewhere(), hello]],
    ["an address of its own, at an SDK's prefix", () => ["POST", "/v1/chat/completions", elsewhere(), hello]],
    ["a picture of the web", () => ["GET", image()]],
    ["its provider's bill", () => ["GET", "/api/openai/dashboard/billing/usage"]],
    ["somebody else's bill", () => ["GET", "/api/openai/dashboard/billing/subscription", elsewhere()]],
    ["a count of tokens", () => ["POST", "/api/google/v1beta/models/gemini-2.5-flash:countTokens", {}, count]],
    ["a list of models", () => ["GET", "/v1/models"]],
    ["one model", () => ["GET", "/v1/models/gpt-4.1"]],
    ["another list of models", () => ["GET", "/api/anthropic/v1/models"]],
    ["a third list of models", () => ["GET", "/api/google/v1beta/models"]],
    ["a statement", () => ["GET", "/api/statement"]],
  ]

  test.each(doors)("opens %s to nobody by itself, and nobody else is called", async (_, door) => {
    const [method, path, headers, body] = door()
    const before = [gateway.provider.requests.length, stranger.requests.length]
    const reply = await ask(gateway, method, path, { ...word, ...headers }, body)
    expect(reply.status).toBe(401)
    expect([gateway.provider.requests.length, stranger.requests.length]).toEqual(before)
  })

  let addresses = 0
  test.each(doors)("beside a wrong or a frozen code opens %s to nobody, either", async (_, door) => {
    const [method, path, more, body] = door()
    // Wrong codes cost an address time.
    const headers = { ...more, "x-forwarded-for": `198.51.100.${++addresses}` }
    const frozen = await gateway.code("premium", 1)
    await gateway.freeze(frozen)
    for (const beside of ["not-a-code", `nk-${frozen.code}`]) {
      const reply = await ask(gateway, method, path, { ...word, "x-access-code": beside, ...headers }, body)
      expect(reply.status).toBe(401)
    }
  })

  test("stands in a code's place at its own provider's, and beside a code opens the rest", async () => {
    const requests = gateway.script(textReply("Da casa"))
    expect((await ask(gateway, "POST", pagePath, word, hello)).status).toBe(200)
    expect(requests()[0]?.headers["authorization"]).toBe(word.authorization)

    const beside = { ...word, "x-access-code": `nk-${code.code}` }
    stranger.script(textReply("De fora"))
    const chat = await ask(gateway, "POST", pagePath, { ...beside, ...elsewhere() }, hello)
    expect(await chat.text()).toContain("De fora")
    gateway.script(jsonReply(200, { totalTokens: 3 }))
    const counted = await ask(
      gateway,
      "POST",
      "/api/google/v1beta/models/gemini-2.5-flash:countTokens",
      { ...beside, authorization: "", "x-goog-api-key": "any-word-at-all" },
      count,
    )
    expect(counted.status).toBe(200)
    expect((await ask(gateway, "GET", "/v1/models", beside)).status).toBe(200)
    // The picture is none, but its host was asked.
    expect((await ask(gateway, "GET", image(), beside)).status).toBe(502)
  })

  test("at an address of its own has its run with the code beside it, who alone finds it again", async () => {
    stranger.script(textReply("De fora"))
    const key = { "idempotency-key": "away-1" }
    const beside = { ...word, "x-access-code": `nk-${code.code}` }
    const sent = { ...beside, ...elsewhere(), ...key }
    const first = await readChat(await ask(gateway, "POST", pagePath, sent, { ...hello, stream: true }))
    const events = `/api/runs/${first.runId}/events`
    expect((await ask(gateway, "GET", events, word)).status).toBe(404)
    expect((await ask(gateway, "GET", events, beside)).status).toBe(200)
    expect((await ask(gateway, "GET", events, { authorization: `Bearer nk-${code.code}` })).status).toBe(200)
    const asked = stranger.requests.length
    const again = await readChat(await ask(gateway, "POST", pagePath, sent, { ...hello, stream: true }))
    expect([again.text, stranger.requests.length]).toEqual(["De fora", asked])
  })

  test("that was made up lists nothing", async () => {
    const reply = await ask(gateway, "GET", "/api/runs", { authorization: "Bearer made-up-just-now" })
    expect(await reply.json()).toEqual({ runs: [] })
  })
})

describe("where none is needed, an own key", () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await start({ FREE_DAILY_MESSAGES: "3" })
  })
  afterAll(() => gateway.stop())

  test("relays bills as often as its visitor may write, whatever words it sends", async () => {
    gateway.script(jsonReply(200, { object: "list", total_usage: 1 }))
    const statuses: number[] = []
    for (let at = 0; at < 16; at++) {
      const headers = { authorization: `Bearer word-${at}`, "x-forwarded-for": "203.0.113.20" }
      statuses.push((await ask(gateway, "GET", "/api/openai/dashboard/billing/usage", headers)).status)
    }
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect(statuses.at(-1)).toBe(403)
  })

  test("leaves room for codes to have their tokens counted, however many addresses it comes from", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    gateway.script(async () => {
      await held
      return jsonReply(200, { totalTokens: 3 })
    })
    const path = "/api/google/v1beta/models/gemini-2.5-flash:countTokens"
    const from = (address: string, key: string) =>
      ask(gateway, "POST", path, { "x-goog-api-key": key, "x-forwarded-for": address }, count)
    const before = gateway.provider.requests.length
    const words = Array.from({ length: 12 }, (_, at) => from(`203.0.113.${50 + (at % 3)}`, `word-${at}`))
    await vi.waitFor(() => expect(gateway.provider.requests.length - before).toBe(6), patience)
    const { code } = await gateway.code("premium", 1)
    const paying = from("203.0.113.60", `nk-${code}`)
    await vi.waitFor(() => expect(gateway.provider.requests.length - before).toBe(7), patience)
    release()
    expect((await paying).status).toBe(200)
    const statuses = (await Promise.all(words)).map(({ status }) => status)
    expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([6, 6])
  })

  test("gains nothing by fresh words: an address has so many answers open, and so has a /48", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    gateway.script(async (request) => {
      await held
      return textReply("Oi")(request)
    })
    const open = async (from: string, words: number) => {
      const calls = Array.from({ length: words }, (_, at) =>
        ask(gateway, "POST", pagePath, { authorization: `Bearer ${from}-${at}`, "x-forwarded-for": from }, hello),
      )
      return calls
    }
    const before = gateway.provider.requests.length
    const one = await open("203.0.113.30", 20)
    await vi.waitFor(() => expect(gateway.provider.requests.length - before).toBe(12), patience)
    const many = [1, 2, 3, 4].map((net) => open(`2001:db8:77:${net}::9`, 12))
    const all = [...one, ...(await Promise.all(many)).flat()]
    let refused = 0
    for (const call of all) void call.then(({ status }) => (refused += status === 429 ? 1 : 0))
    await vi.waitFor(() => expect(gateway.provider.requests.length - before).toBe(36), patience)
    // A code's holder hears nothing of it.
    const paying = gateway.chat(
      await gateway.code("premium", 1),
      {},
      { headers: { "x-forwarded-for": "203.0.113.30" } },
    )
    await vi.waitFor(() => expect(gateway.provider.requests.length - before).toBe(37), patience)
    await vi.waitFor(() => expect(refused).toBe(32), patience)
    release()
    expect((await paying).status).toBe(200)
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([36, 32])
  })
})

test("thirty visitors behind one address have their answers at once", async () => {
  const gateway = await start({ LIMIT_OPEN_RUNS_FREE: "1" })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  gateway.script(async (request) => {
    await held
    return textReply("Oi")(request)
  })
  const mini = { ...hello, model: "gpt-4o-mini" }
  const calls = Array.from({ length: 30 }, (_, at) =>
    ask(gateway, "POST", pagePath, { "x-visitor": `visitor-${at}-abcdef`, "x-forwarded-for": "203.0.113.40" }, mini),
  )
  await vi.waitFor(() => expect(gateway.provider.requests).toHaveLength(30), patience)
  release()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
  await gateway.stop()
})
