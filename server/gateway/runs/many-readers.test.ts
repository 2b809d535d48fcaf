import { get, type IncomingMessage } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { answerReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({ env: { LIMIT_ADDRESS_PER_MINUTE: "800", TRUSTED_PROXIES: "127.0.0.1/32" } })
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const open: IncomingMessage[] = []
afterEach(() => open.splice(0).forEach((stream) => stream.destroy()))

let addresses = 0
const nextAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const headersOf = (one: TestCode, from = nextAddress()) => ({
  authorization: `Bearer nk-${one.code}`,
  "x-forwarded-for": from,
})

/** Follows a run, and reads nothing but the head. */
function openEvents(runId: string, url = gateway.url): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = get(`${url}/api/runs/${runId}/events`, { headers: headersOf(code), agent: false }, (reply) => {
      open.push(reply)
      resolve(reply)
    })
    asked.once("error", reject)
  })
}

async function statusesOf(runId: string, readers: number): Promise<Record<number, number>> {
  const replies = await Promise.all(Array.from({ length: readers }, () => openEvents(runId)))
  const statuses: Record<number, number> = {}
  for (const { statusCode = 0 } of replies) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  return statuses
}

/** An answer of two megabytes on the wire; with `waits`, one that goes on. */
async function ask(key: string, waits: boolean): Promise<string> {
  const words = Array.from({ length: 10_000 }, (_, at) => ` palavra ${(at * 2654435761) % 99991}`)
  const said = words.map((text): ChatEvent => ({ type: "text-delta", text }))
  const timing = function* () {
    for (let at = 0; ; at++) yield waits && at === 9_000 ? 60_000 : 0
  }
  gateway.script(answerReply([...said, { type: "finish", reason: "stop" }], { timing }))
  const headers = { "idempotency-key": key, "x-forwarded-for": nextAddress() }
  const response = await gateway.chat(code, { stream: true }, { headers })
  const runId = response.headers.get("x-run-id") ?? ""
  if (waits) await response.body?.cancel()
  else await response.text()
  return runId
}

const lookAt = async (runId: string) =>
  readJson(await fetch(`${gateway.url}/api/runs/${runId}`, { headers: headersOf(code) }))

describe("of one run", () => {
  test("that goes on eight may read at once, whatever they take of it; who leaves makes place", async () => {
    const runId = await ask("goes-on", true)
    await expect.poll(async () => Number((await lookAt(runId))["frames"])).toBeGreaterThan(8_900)
    expect(await statusesOf(runId, 200)).toEqual({ 200: 8, 429: 192 })
    // Also for who comes back with the question itself, in the words of its own API.
    const headers = { "idempotency-key": "goes-on", "x-forwarded-for": nextAddress() }
    const again = await gateway.chat(code, { stream: true }, { headers })
    expect([again.status, Number(again.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect(await readJson(again)).toHaveProperty("error.type")
    for (const stream of open.splice(0)) stream.destroy()
    await expect.poll(async () => (await openEvents(runId)).statusCode).toBe(200)
    await fetch(`${gateway.url}/api/runs/${runId}/stop`, { method: "POST", headers: headersOf(code) })
  })

  test("that has ended, too, and each of them gets all of it in its order", async () => {
    const runId = await ask("has-ended", false)
    await expect.poll(() => lookAt(runId)).toMatchObject({ state: "done" })
    expect(await statusesOf(runId, 40)).toEqual({ 200: 8, 429: 32 })
    const read = await Promise.all(
      open.splice(0).map(async (stream) => {
        if (stream.statusCode !== 200) return stream.destroy()
        const { ids, text, done } = await readChat(new Response(stream as unknown as ReadableStream))
        expect(ids.map(Number)).toEqual(ids.map((_, at) => at + 1))
        return [text.length, done]
      }),
    )
    const whole = read.filter((one) => Array.isArray(one))
    expect(new Set(whole.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(whole[0]).toEqual([
      Array.from({ length: 10_000 }, (_, at) => ` palavra ${(at * 2654435761) % 99991}`).join("").length,
      true,
    ])
  })
})

test("what is asked about runs is counted by address before anything is looked up, following an answer most closely", async () => {
  const ask = async (from: string, path: string) => {
    const reply = await fetch(`${gateway.url}/api/runs/none${path}`, { headers: headersOf(code, from) })
    await reply.text()
    return reply.status
  }
  /** How many are let in before one is refused; a slow machine gets some more, for the limit fills up as time goes by. */
  const letIn = async (from: string, path: string) => {
    for (let asked = 0; asked < 4_000; asked++) {
      const status = await ask(from, path)
      if (status === 429) return asked
      expect(status).toBe(404)
    }
    return Infinity
  }
  const followed = await letIn("203.0.113.77", "/events")
  expect([followed >= 600, followed < 4_000]).toEqual([true, true])
  expect(await ask("203.0.113.77", "")).toBe(404)
  expect(await ask("203.0.113.78", "/events")).toBe(404)
  expect(await letIn("203.0.113.79", "")).toBeLessThan(4_000)
})
