import { afterEach, describe, expect, test } from "vitest"
import { fromReais } from "#core/lib/micro-reais.ts"
import type { RecordedRequest, ScriptedReply } from "../../../testing/fake-provider/fake-provider.ts"
import { cutAfter, errorEventAfter, resetAfter, stallAfter } from "../../../testing/fake-provider/faults.ts"
import { errorReply, htmlReply, jsonReply, textReply } from "../../../testing/fake-provider/replies.ts"
import {
  readChat,
  readJson,
  startGateway,
  type TestCode,
  type TestGateway,
  type TestGatewayOptions,
} from "../../../testing/gateway.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import type { ServeOptions } from "../../serve.ts"
import type { Wait } from "../../time/wait.ts"

interface Started extends TestGateway {
  readonly premium: TestCode
  /** How long the server has waited, in ms: time passes by waiting, and by `pass`. */
  readonly waits: readonly number[]
  pass(ms: number): void
  /** The log lines of one name. */
  logged(event: string): readonly Record<string, unknown>[]
}

let running: TestGateway[] = []
afterEach(async () => {
  // Throws when the books do not verify.
  for (const gateway of running) await gateway.stop()
  running = []
})

async function started({
  env = {},
  envFor,
  key = "sk-0",
  serve = {},
}: Pick<TestGatewayOptions, "envFor"> & {
  env?: Record<string, string>
  key?: string
  serve?: Partial<ServeOptions>
} = {}): Promise<Started> {
  const waits: number[] = []
  let later = 0
  const options = {
    now: () => Date.now() + later,
    random: () => 0.5,
    wait: async (ms: number) => {
      waits.push(ms)
      later += ms
    },
    ...serve,
  }
  const gateway = await startGateway({
    key,
    env: { UPSTREAM_RETRIES: "2", UPSTREAM_BREAKER: "1", ...env },
    ...(envFor && { envFor }),
    start: (prosa) => startProsaInProcess(prosa ?? {}, options),
  })
  running.push(gateway)
  return {
    ...gateway,
    premium: await gateway.code("premium", 100),
    waits,
    pass: (ms) => void (later += ms),
    logged(event) {
      const lines = gateway.prosa.output().split("\n").filter(Boolean)
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line["event"] === event)
    },
  }
}

const fine = textReply("Tudo bem por aqui.", { usage: { inputUncached: 100, output: 200 } })
const long = "Uma resposta longa, palavra por palavra. ".repeat(20)
const priceOfFine = Math.ceil(100 * 14.3 + 200 * 57.2)

/** A reply for each key, by its number in `sk-0`, `sk-1` …; a good one for the others. */
function byKey(replies: Readonly<Record<number, ScriptedReply>>): ScriptedReply {
  return (request) => {
    const reply = replies[keyOf(request)] ?? fine
    return typeof reply === "function" ? reply(request) : reply
  }
}

function keyOf({ headers }: RecordedRequest): number {
  return Number(headers.authorization?.replace("Bearer sk-", ""))
}

describe("before the first byte", () => {
  test.each([
    ["503", errorReply(503, "overloaded")],
    ["500", errorReply(500, "boom")],
    ["529", errorReply(529, "overloaded")],
    ["408", errorReply(408, "late")],
    ["a page with status 502", htmlReply(502)],
    ["a page with status 200", htmlReply(200)],
    ["a connection that breaks", resetAfter(fine, 0)],
    ["a stream that breaks before a word", cutAfter(fine, 5)],
    ["an error as a stream's first event", errorEventAfter(fine, 0, "overloaded")],
  ])("T23: the provider is asked again after %s, and only the answer is charged", async (_, fault) => {
    const gateway = await started()
    for (const stream of [true, false]) {
      const requests = gateway.script([fault, fine])
      const before = await gateway.balance(gateway.premium)
      const response = await gateway.chat(gateway.premium, { stream })
      expect(response.status).toBe(200)
      if (stream) expect(await readChat(response)).toMatchObject({ text: "Tudo bem por aqui.", done: true })
      else await response.text()
      expect(requests()).toHaveLength(2)
      const after = await gateway.balance(gateway.premium)
      expect(before.posted - after.posted).toBe(priceOfFine)
      expect(after.held).toBe(0)
    }
    expect(gateway.logged("chat").map(({ attempts, keys }) => [attempts, keys])).toEqual([
      [2, "0 0"],
      [2, "0 0"],
    ])
  })

  test("it is asked three times at the most, later each time, and nothing is charged", async () => {
    const gateway = await started()
    const requests = gateway.script(errorReply(503, "overloaded"))
    const response = await gateway.chat(gateway.premium)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain("Serviço temporariamente indisponível (503)")
    expect(requests()).toHaveLength(3)
    // Half of what full jitter allows, and a moment for the timer.
    expect(gateway.waits).toEqual([251, 501])
    expect((await gateway.balance(gateway.premium)).posted).toBe(fromReais(100))
    expect(gateway.logged("chat")).toMatchObject([{ attempts: 3, said: "503 503 503", costMicroReais: 0 }])
  })

  test("a Retry-After of five seconds is waited for, a longer one is not", async () => {
    const gateway = await started()
    gateway.script([errorReply(429, "slow down", { retryAfter: 5 }), fine])
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
    expect(gateway.waits).toEqual([5_001])
    const requests = gateway.script([errorReply(429, "slow down", { retryAfter: 86_400 }), fine])
    expect((await gateway.chat(gateway.premium)).status).toBe(429)
    expect(requests()).toHaveLength(1)
  })

  test("Google's wait, which a detail of its refusal says, is one as well", async () => {
    const gateway = await started({ envFor: ({ url }) => ({ GOOGLE_API_KEY: "google-key-of-ours", GOOGLE_URL: url }) })
    const model = "gemini-2.5-flash"
    const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo" }
    const busy = (retryDelay: string) =>
      jsonReply(429, {
        error: { code: 429, message: "busy", status: "RESOURCE_EXHAUSTED", details: [{ ...info, retryDelay }] },
      })
    gateway.script([busy("4.5s"), fine])
    expect((await gateway.chat(gateway.premium, { model })).status).toBe(200)
    expect(gateway.waits).toEqual([4_501])
    for (const [delay, told] of [
      ["37s", "37"],
      ["86400s", "600"],
      ["soon", null],
    ] as const) {
      gateway.script(busy(delay))
      const response = await gateway.chat(gateway.premium, { model })
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, told])
    }
  })

  test("whoever hears that the provider is busy hears when it is not; the next one is asked for all the same", async () => {
    const gateway = await started({ key: "sk-0,sk-1" })
    const asked = async () => {
      const response = await gateway.chat(gateway.premium)
      return [response.status, response.headers.get("retry-after")]
    }
    const requests = gateway.script([
      errorReply(429, "slow down", { retryAfter: 400 }),
      errorReply(429, "slow down", { retryAfter: 200 }),
      fine,
    ])
    const [status, waitS] = await asked()
    expect(status).toBe(429)
    // What is left of the shorter wait.
    expect(Number(waitS)).toBeGreaterThan(100)
    expect(Number(waitS)).toBeLessThanOrEqual(200)
    // Not every message is too much for it: of two busy keys, the one that is so for the shorter time.
    expect(await asked()).toEqual([200, null])
    const [first, second, third] = requests().map(keyOf)
    expect(new Set([first, second])).toEqual(new Set([0, 1]))
    expect(third).toBe(second)
  })

  test("the only key is asked again in the next second after a 429, also with the breaker off", async () => {
    const gateway = await started({ env: { UPSTREAM_BREAKER: "0", UPSTREAM_RETRIES: "0" } })
    const asked = async () => {
      const response = await gateway.chat(gateway.premium)
      return [response.status, response.headers.get("retry-after")]
    }
    const requests = gateway.script([errorReply(429, "slow down", { retryAfter: 30 }), fine])
    expect(await asked()).toEqual([429, "30"])
    expect(await asked()).toEqual([200, null])
    expect(requests()).toHaveLength(2)
    // Ten minutes at the most, and nothing where the provider said nothing, or where the trouble is the operator's.
    gateway.script([errorReply(429, "slow down", { retryAfter: 86_400 })])
    expect(await asked()).toEqual([429, "600"])
    gateway.script(errorReply(429, "slow down"))
    expect(await asked()).toEqual([429, null])
    gateway.script([errorReply(401, "wrong key", { retryAfter: 30 })])
    expect(await asked()).toEqual([503, null])
    expect(await asked()).toEqual([503, null])
  })

  test.each([400, 403, 404, 422])("a %i is not asked about again", async (status) => {
    const gateway = await started()
    const requests = gateway.script([errorReply(status, "no"), fine])
    expect((await gateway.chat(gateway.premium)).status).not.toBe(200)
    expect(requests()).toHaveLength(1)
  })

  test("an outage is not answered with three times the requests", async () => {
    const gateway = await started({ env: { UPSTREAM_BREAKER: "0" }, serve: { wait: async () => {} } })
    const requests = gateway.script(errorReply(503, "down"))
    for (let n = 0; n < 100; n++) await (await gateway.chat(gateway.premium)).text()
    expect(requests().length).toBeGreaterThan(100)
    expect(requests().length).toBeLessThanOrEqual(100 + 10 + 10 + 1)
  })

  test("a Stop ends the waiting at once", async () => {
    // Nothing else ends it.
    const untilStopped: Wait = (_ms, signal) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }))
    const gateway = await started({ serve: { wait: untilStopped } })
    const requests = gateway.script(errorReply(429, "slow down", { retryAfter: 5 }))
    const headers = { authorization: `Bearer ${gateway.premium.code}` }
    const response = gateway.chat(gateway.premium, { stream: true }, { headers: { "idempotency-key": "k1" } })
    while (requests().length === 0) await new Promise(setImmediate)
    await requests()[0]!.ended
    const { runs } = (await readJson(await fetch(`${gateway.url}/api/runs`, { headers }))) as { runs: { id: string }[] }
    const stop = await fetch(`${gateway.url}/api/runs/${runs[0]!.id}/stop`, { method: "POST", headers })
    expect(await readJson(stop)).toMatchObject({ state: "stopped", cost: 0 })
    await (await response).text()
    expect(requests()).toHaveLength(1)
  })
})

describe("after the first byte", () => {
  test.each([
    ["cut", cutAfter],
    ["reset", resetAfter],
    ["silent", stallAfter],
  ])(
    "a stream that is %s is never asked for again: it fails in its place, and its part is charged",
    async (_, fault) => {
      const gateway = await started({ serve: { longestSilenceMs: 200 } })
      const requests = gateway.script([fault(textReply(long, { chunks: 100 }), 10_000), fine])
      const chat = await readChat(await gateway.chat(gateway.premium, { stream: true }))
      expect(chat).toMatchObject({ status: 200, done: true })
      expect(chat.error).toMatchObject({ code: "upstream_cut" })
      expect(String(chat.error!["message"])).toContain("Você só paga a mensagem e o trecho já gerado")
      expect(long.startsWith(chat.text)).toBe(true)
      expect(chat.meta!.cost).toBeGreaterThan(0)
      expect(requests()).toHaveLength(1)
      expect((await gateway.balance(gateway.premium)).held).toBe(0)
    },
  )

  test("silence after fewer than 16 tokens costs nothing, silence before the first is a 504", async () => {
    const gateway = await started({ serve: { longestSilenceMs: 200 } })
    gateway.script(stallAfter(textReply(long, { chunks: 200 }), 1_000))
    const chat = await readChat(await gateway.chat(gateway.premium, { stream: true }))
    expect(chat).toMatchObject({ error: { code: "upstream_timeout" }, meta: { cost: 0 } })
    expect(String(chat.error!["message"])).toContain("Nada foi cobrado")
    for (const stream of [true, false]) {
      const requests = gateway.script(stallAfter(fine, 0))
      const response = await gateway.chat(gateway.premium, { stream })
      expect(response.status).toBe(504)
      expect(await response.text()).toContain("upstream_timeout")
      expect(requests()).toHaveLength(1)
    }
    expect((await gateway.balance(gateway.premium)).posted).toBe(fromReais(100))
  })
})

describe("a stream without end", () => {
  const eventStream = { "content-type": "text/event-stream" }
  const repeated = (text: string, times: number) => Array.from({ length: times }, () => ({ send: Buffer.from(text) }))

  test.each([
    ["one line of 20 MB", [{ send: Buffer.from("data: ") }, ...repeated("x".repeat(65_536), 320)]],
    ["a million empty events", repeated("data:\n\n".repeat(10_000), 100)],
    ["a million events that say nothing", repeated('data: {"choices":[]}\n\n'.repeat(10_000), 100)],
  ])("is cut: %s", async (_, pieces) => {
    const gateway = await started({ env: { UPSTREAM_RETRIES: "0" } })
    const requests = gateway.script({ status: 200, headers: eventStream, pieces })
    const response = await gateway.chat(gateway.premium, { stream: true })
    expect(await response.text()).toContain("upstream_cut")
    await expect(requests()[0]!.ended).resolves.toMatchObject({ finished: false })
    expect((await gateway.balance(gateway.premium)).posted).toBe(fromReais(100))
  })
})

describe("several keys", () => {
  const three = { key: "sk-0,sk-1,sk-2" }

  test("a refused key is told to the operator once, and not asked again", async () => {
    let draw = 0
    const gateway = await started({ ...three, serve: { random: () => (draw++ % 6) / 6 } })
    const requests = gateway.script(byKey({ 1: errorReply(401, "Incorrect API key provided: sk-1") }))
    for (let n = 0; n < 12; n++) expect((await gateway.chat(gateway.premium)).status).toBe(200)
    const asked = requests().map(keyOf)
    expect(asked.filter((key) => key === 1)).toHaveLength(1)
    expect(new Set(asked)).toEqual(new Set([0, 1, 2]))
    expect(gateway.logged("provider-key-refused")).toMatchObject([{ level: "error", key: 1 }])
    expect(gateway.prosa.output()).not.toContain("sk-")
  })

  test("a key without quota rests for ten minutes", async () => {
    const gateway = await started({ key: "sk-0,sk-1", serve: { random: () => 0 } })
    const unpaid = byKey({ 0: errorReply(429, "You exceeded your quota", { code: "insufficient_quota" }) })
    const requests = gateway.script(unpaid)
    for (let n = 0; n < 3; n++) expect((await gateway.chat(gateway.premium)).status).toBe(200)
    expect(requests().map(keyOf)).toEqual([0, 1, 1, 1])
    gateway.pass(600_000)
    const later = gateway.script(unpaid)
    await gateway.chat(gateway.premium)
    await gateway.chat(gateway.premium)
    expect(later().map(keyOf)).toContain(0)
  })

  test("a busy key gives way to another for as long as the provider asks", async () => {
    const gateway = await started({ key: "sk-0,sk-1", serve: { random: () => 0 } })
    const busy = byKey({ 0: errorReply(429, "slow down", { retryAfter: 60 }) })
    const requests = gateway.script(busy)
    for (let n = 0; n < 3; n++) expect((await gateway.chat(gateway.premium)).status).toBe(200)
    expect(requests().map(keyOf)).toEqual([0, 1, 1, 1])
    expect(Math.max(...gateway.waits)).toBeLessThan(1_000)
  })

  test("when none may be asked that is a 503, without a request and without a word of the keys", async () => {
    const gateway = await started({ key: "sk-0,sk-1" })
    const requests = gateway.script(errorReply(401, "Incorrect API key provided: sk-0"))
    for (const stream of [false, true]) {
      const response = await gateway.chat(gateway.premium, { stream })
      expect(response.status).toBe(503)
      const text = await response.text()
      expect(text).toContain("Serviço temporariamente indisponível (503)")
      expect(text).not.toMatch(/sk-|API key/)
    }
    expect(requests()).toHaveLength(2)
    gateway.pass(15 * 60_000)
    gateway.script(fine)
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
  })
})

describe("a provider that keeps failing", () => {
  test("is spared for five seconds, then tried once; another model is not held up", async () => {
    const gateway = await started({ env: { UPSTREAM_RETRIES: "0" } })
    gateway.script(errorReply(500, "boom"))
    for (let n = 0; n < 8; n++) expect((await gateway.chat(gateway.premium)).status).toBe(500)

    const requests = gateway.script(fine)
    const spared = await gateway.chat(gateway.premium)
    expect(spared.status).toBe(503)
    expect(await spared.text()).toContain("Serviço temporariamente indisponível (503)")
    expect(requests()).toHaveLength(0)
    expect((await gateway.chat(gateway.premium, { model: "gpt-4o" })).status).toBe(200)
    expect(gateway.logged("provider-spared")).toMatchObject([{ model: "gpt-4.1", key: 0, forMs: 5_000 }])

    gateway.pass(5_000)
    gateway.script(errorReply(500, "boom"))
    expect((await gateway.chat(gateway.premium)).status).toBe(500)
    gateway.pass(9_000)
    expect((await gateway.chat(gateway.premium)).status).toBe(503)
    gateway.pass(1_000)
    gateway.script(fine)
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
    expect(gateway.logged("provider-back")).toHaveLength(1)
  })

  test("is not mistaken for one that refuses what is asked", async () => {
    const gateway = await started()
    gateway.script(errorReply(400, "bad tool schema"))
    for (let n = 0; n < 12; n++) expect((await gateway.chat(gateway.premium)).status).toBe(400)
  })

  test("does its worst to one of two keys only: nearly every call succeeds", async () => {
    const gateway = await started({ key: "sk-0,sk-1", serve: { random: Math.random } })
    gateway.script(byKey({ 0: errorReply(503, "down") }))
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await gateway.chat(gateway.premium)).status)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})

test("a provider that is down stays left alone when it refuses to count tokens", async () => {
  const gateway = await started({
    env: { UPSTREAM_RETRIES: "0" },
    envFor: ({ url }) => ({ GOOGLE_API_KEY: "google-key-of-ours", GOOGLE_URL: url }),
  })
  const model = "gemini-2.5-flash"
  gateway.script(errorReply(503, "down"))
  for (let n = 0; n < 8; n++) await (await gateway.chat(gateway.premium, { model })).text()
  gateway.pass(5_000)
  // It is the one call by which the provider is tried again.
  const count = await fetch(`${gateway.url}/api/google/v1beta/models/${model}:countTokens`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": `nk-${gateway.premium.code}` },
    body: JSON.stringify({ contents: [{ parts: [{ text: "Oi" }] }] }),
  })
  expect(count.status).toBe(503)
  const requests = gateway.script(fine)
  expect((await gateway.chat(gateway.premium, { model })).status).toBe(503)
  expect(requests()).toHaveLength(0)
})

describe("limits", () => {
  test("every reply says how the caller stands, and a refused one when to come back", async () => {
    const gateway = await started({ env: { LIMIT_CODE_PER_MINUTE: "3", LIMIT_ADDRESS_PER_MINUTE: "100" } })
    gateway.script(fine)
    const told = async (stream: boolean) => {
      const response = await gateway.chat(gateway.premium, { stream })
      await response.text()
      const header = (name: string) => Number(response.headers.get(name))
      return {
        status: response.status,
        limit: header("ratelimit-limit"),
        remaining: header("ratelimit-remaining"),
        reset: header("ratelimit-reset"),
        retryAfter: header("retry-after"),
      }
    }
    expect(await told(true)).toEqual({ status: 200, limit: 3, remaining: 2, reset: 20, retryAfter: 0 })
    expect(await told(false)).toMatchObject({ status: 200, limit: 3, remaining: 1 })
    expect(await told(true)).toMatchObject({ status: 200, limit: 3, remaining: 0 })
    const refused = await told(true)
    expect(refused).toMatchObject({ status: 429, limit: 3, remaining: 0 })
    expect(refused.retryAfter).toBeGreaterThan(15)
    expect(refused.retryAfter).toBeLessThanOrEqual(20)
    expect(refused.reset).toBeGreaterThan(refused.retryAfter)
    gateway.pass(20_000)
    expect((await told(true)).status).toBe(200)
  })

  test("a clock that is set back by an hour makes nobody wait for one: no caller, no key", async () => {
    const gateway = await started({ env: { LIMIT_CODE_PER_MINUTE: "3" } })
    gateway.script([errorReply(429, "no quota", { code: "insufficient_quota" }), fine, fine])
    expect((await gateway.chat(gateway.premium)).status).toBe(503)
    gateway.pass(-3_600_000)
    expect((await gateway.chat(gateway.premium)).status).toBe(503)
    gateway.pass(600_000)
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
  })

  test("are not told where there are none", async () => {
    const gateway = await started()
    const response = await gateway.chat(gateway.premium)
    expect(response.headers.has("ratelimit-limit")).toBe(false)
  })

  test("a wrong code costs time wherever it is tried, a right one never", async () => {
    const gateway = await started()
    const wrong = { authorization: "Bearer nk-prosa_00000000000000000000000000" }
    expect((await gateway.chat(undefined, {}, { headers: wrong })).status).toBe(401)
    for (const path of ["/v1/models", "/api/runs", "/api/runs/run_1"]) {
      expect((await fetch(gateway.url + path, { headers: wrong })).status).toBe(401)
    }
    expect(gateway.waits).toEqual([200, 400, 800, 1_600])
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
    const malformed = { authorization: "Basic dXNlcjpwYXNz" }
    expect((await fetch(`${gateway.url}/api/runs`, { headers: malformed })).status).toBe(401)
    expect(gateway.waits).toHaveLength(4)
  })

  test("after a hundred wrong codes more are refused with a 429, and the right one still passes", async () => {
    const gateway = await started()
    const headers = { authorization: "Bearer nk-wrong" }
    for (let n = 0; n < 100; n++) await (await fetch(`${gateway.url}/api/runs`, { headers })).text()
    const locked = await fetch(`${gateway.url}/api/runs`, { headers })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get("retry-after"))).toBe(600)
    expect((await gateway.chat(gateway.premium)).status).toBe(200)
  })
})
