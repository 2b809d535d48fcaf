import { randomInt } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import OpenAI, { AuthenticationError } from "openai"
import { errorReply, textReply } from "../../testing/fake-provider/replies.ts"
import { type ChatOptions, readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: "127.0.0.1/32", OPENAI_ORG_ID: "org-operator-canary" }
  gateway = await startGateway({ key: "sk-operator-canary", env })
  code = await gateway.code("premium", 50)
})
afterAll(() => gateway.stop())

/** Every place an SDK may put a credential. */
const places = [
  ["Authorization: Bearer", (value: string) => ({ headers: { authorization: `Bearer ${value}` } })],
  ["authorization: bearer", (value: string) => ({ headers: { authorization: `bearer ${value}` } })],
  ["x-api-key", (value: string) => ({ headers: { "x-api-key": value } })],
  ["api-key", (value: string) => ({ headers: { "api-key": value } })],
  ["x-goog-api-key", (value: string) => ({ headers: { "x-goog-api-key": value } })],
  ["?key=", (value: string) => ({ path: `/v1/chat/completions?key=${encodeURIComponent(value)}` })],
] as const

test.each(places)("a code is known in %s, with and without nk-", async (_, put) => {
  const requests = gateway.script(textReply("Oi"))
  for (const value of [code.code, `nk-${code.code}`]) {
    const response = await gateway.chat(undefined, {}, put(value))
    expect(response.status).toBe(200)
    expect(await readJson(response)).toHaveProperty("_meta")
  }
  for (const request of requests()) {
    expect(request.headers.authorization).toBe("Bearer sk-operator-canary")
    expect(JSON.stringify(request)).not.toContain(code.code)
  }
})

test.each(places)("what is shaped like a code and is none is 401 in %s, and goes to nobody", async (_, put) => {
  const requests = gateway.script(textReply("Oi"))
  const values = ["nk-sk-real-looking-key", "prosa_00000000000000000000000000", "free_x", "nk-", "NK-x"]
  const wrong = values.map((value) => {
    // Wrong codes cost their address time: each comes from one of its own.
    const options: ChatOptions = put(value)
    const from = { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.1` }
    return gateway.chat(undefined, {}, { ...options, headers: { ...options.headers, ...from } })
  })
  for (const response of await Promise.all(wrong)) {
    expect(response.status).toBe(401)
    expect(await readJson(response)).toMatchObject({ error: { code: "unauthorized", type: "authentication_error" } })
  }
  expect(requests()).toEqual([])
})

test.each(["sk%01", "%00", "%0Ask", "sk%7F", "sk%C4%80", "%C2%A0sk", "sk%E2%80%8B", "sk%60"])(
  "%s as ?key= is no credential anybody could send on, and 401",
  async (word) => {
    const requests = gateway.script(textReply("Oi"))
    const response = await gateway.chat(undefined, {}, { path: `/v1/chat/completions?key=${word}` })
    expect(response.status).toBe(401)
    expect(await readJson(response)).toMatchObject({ error: { code: "unauthorized" } })
    expect(requests()).toEqual([])
  },
)

test("one header or parameter sent twice is two credentials, and 401 when they differ", async () => {
  const requests = gateway.script(textReply("Oi"))
  const statusOf = async (path: string, headers: Record<string, string | string[]>) => {
    const asked = request(gateway.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
    })
    asked.end(JSON.stringify({ model: "gpt-4.1", messages: [{ role: "user", content: "Oi" }] }))
    const [response] = (await once(asked, "response")) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const path = "/v1/chat/completions"
  const bearers = (other: string) => ({ authorization: [`Bearer ${code.code}`, `Bearer ${other}`] })
  expect(await statusOf(path, bearers("sk-two"))).toBe(401)
  expect(await statusOf(`${path}?key=${code.code}&key=sk-two`, {})).toBe(401)
  expect(requests()).toEqual([])
  expect(await statusOf(path, bearers(code.code))).toBe(200)
})

test.each([
  ["two different ones", { authorization: "Bearer sk-one", "x-api-key": "sk-two" }],
  ["a code and a key", { authorization: "Bearer CODE", "api-key": "sk-two" }],
  ["Basic", { authorization: "Basic dXNlcjpwYXNz" }],
  ["SQL", { authorization: "Bearer ' OR '1'='1" }],
  ["two words", { authorization: "Bearer a b" }],
  ["quotes", { authorization: 'Bearer "sk-one"' }],
  ["600 characters", { authorization: `Bearer ${"a".repeat(600)}` }],
])("%s are 401", async (_, headers) => {
  const requests = gateway.script(textReply("Oi"))
  const sent = Object.entries(headers).map(([name, value]) => [name, value.replace("CODE", code.code)])
  const response = await gateway.chat(undefined, {}, { headers: Object.fromEntries(sent) as Record<string, string> })
  expect(response.status).toBe(401)
  expect(requests()).toEqual([])
})

test("the same credential in two places is one", async () => {
  gateway.script(textReply("Oi"))
  const headers = { authorization: `Bearer ${code.code}`, "x-api-key": code.code }
  expect((await gateway.chat(undefined, {}, { headers })).status).toBe(200)
})

test("made-up keys are counted and fill no log; after many their address is turned away, but for keys that were good", async () => {
  const from = { "x-forwarded-for": "203.0.113.77" }
  const ask = async (key: string, headers: Readonly<Record<string, string>> = from) => {
    const asked = { headers: { ...headers, authorization: `Bearer ${key}` } }
    const response = await gateway.chat(undefined, { model: "asked-with-many-keys" }, asked)
    await response.text()
    return response.status
  }
  gateway.script(textReply("Oi"))
  expect(await ask("sk-good")).toBe(200)
  const requests = gateway.script(errorReply(401, "Incorrect API key"))
  const statuses: number[] = []
  for (let at = 0; at < 110; at++) statuses.push(await ask(`sk-made-up-${at}`))
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([401]))
  expect(statuses.at(-1)).toBe(429)
  expect(requests().length).toBeLessThan(105)
  gateway.script(textReply("Oi"))
  expect([await ask("sk-good"), await ask("sk-new"), await ask("sk-new", {})]).toEqual([200, 429, 200])
  // The three good calls.
  const lines = () => gateway.prosa.output().split("asked-with-many-keys").length - 1
  await expect.poll(lines).toBe(3)
})

test("a key of the user's own goes to the provider in place of ours, and costs nobody here anything", async () => {
  const requests = gateway.script(textReply("Oi"))
  const headers = { authorization: "Bearer sk-users-own-key" }
  const response = await gateway.chat(undefined, { model: "any-model-of-theirs" }, { headers })
  expect(response.status).toBe(200)
  expect(await readJson(response)).not.toHaveProperty("_meta")
  expect(requests()[0]!.headers.authorization).toBe("Bearer sk-users-own-key")
  expect(JSON.stringify(requests()[0]!.headers)).not.toContain("canary")
  expect(gateway.prosa.output()).not.toContain("sk-users-own-key")
})

test("what a provider says of a key of the user's own, the user hears", async () => {
  for (const status of [401, 402, 403] as const) {
    gateway.script(errorReply(status, "That key sk-users-own-key is wrong"))
    for (const stream of [true, false]) {
      const headers = { authorization: "Bearer sk-users-own-key" }
      const response = await gateway.chat(undefined, { stream }, { headers, path: "/v1/chat/completions" })
      expect(response.status).toBe(status)
      const json = JSON.stringify(await readJson(response))
      expect(json).toContain("a sua própria chave")
      expect(json).toContain("That key *** is wrong")
      expect(json).toContain("own_key_refused")
    }
  }
  gateway.script(errorReply(401, "That key is wrong"))
  const client = new OpenAI({ apiKey: "sk-users-own-key", baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const asked = client.chat.completions.create({ model: "gpt-4.1", messages: [{ role: "user", content: "Oi" }] })
  await expect(asked).rejects.toThrow(AuthenticationError)
})

test("only what a provider needs is sent to it: no cookie, no address, no header of ours", async () => {
  const requests = gateway.script(textReply("Oi"))
  const headers = {
    cookie: "session=1",
    "x-forwarded-for": "203.0.113.9",
    "x-visitor": "visitor-1234",
    "openai-organization": "org-theirs",
    "x-anything": "1",
  }
  await gateway.chat(code, {}, { headers })
  expect(Object.keys(requests()[0]!.headers).sort()).toEqual([
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "openai-organization",
  ])
  expect(requests()[0]!.headers["openai-organization"]).toBe("org-operator-canary")
})

test("with NEED_CODE there are no visitors, with HIDE_USER_API_KEY no keys but codes", async () => {
  const closed = await startGateway({ env: { NEED_CODE: "1", HIDE_USER_API_KEY: "1" } })
  const requests = closed.script(textReply("Oi"))
  const mini = { model: "gpt-4o-mini" }
  expect((await closed.chat(undefined, mini)).status).toBe(401)
  expect((await closed.chat(undefined, mini, { headers: { authorization: "Bearer sk-own" } })).status).toBe(401)
  expect((await fetch(`${closed.url}/v1/models`)).status).toBe(401)
  expect(requests()).toEqual([])
  expect((await closed.chat(await closed.code("free"), mini)).status).toBe(200)
  await closed.stop()
})
