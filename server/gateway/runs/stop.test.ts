import { afterAll, beforeAll, expect, test } from "vitest"
import { fromReais } from "#core/lib/micro-reais.ts"
import type { ScriptedReply } from "../../../testing/fake-provider/fake-provider.ts"
import { slowHeaders, stallAfter } from "../../../testing/fake-provider/faults.ts"
import { answerReply, errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { every } from "../../../testing/fake-provider/timing.ts"
import {
  readChat,
  readJson,
  readUntil,
  settledRun,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

/** Whether the provider was let go of by the time something else was done. */
async function letGoBy(provider: Promise<unknown>, done: Promise<unknown>): Promise<boolean> {
  let isLetGo = false
  void provider.then(() => (isLetGo = true))
  await done
  // Frames that arrived together with it are read, too.
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  return isLetGo
}

/** Goes quiet in the middle of a long answer and waits for ever. */
const text = "Uma história longa que nunca chega ao fim. ".repeat(20)
const half: ScriptedReply = stallAfter(textReply(`${text}FIM ${text}`, { chunks: 80 }), 12_000)
const seen = "longa que nunca"

function callPart(part: string, at: number) {
  return at === 0 ? { name: "escrever", arguments: part } : { arguments: part }
}

function stopRun(runId: string, by: TestCode | undefined = code): Promise<Response> {
  const headers = by === undefined ? {} : { authorization: `Bearer nk-${by.code}` }
  return fetch(`${gateway.url}/api/runs/${runId}/stop`, { method: "POST", headers })
}

async function spent(call: () => Promise<void>): Promise<number> {
  const before = await gateway.balance(code)
  await call()
  const after = await gateway.balance(code)
  expect(after.held).toBe(0)
  return before.posted - after.posted
}

test("T10, T16: a client that leaves a stream stops it at the provider at once and pays for what had come", async () => {
  const requests = gateway.script(half)
  const cost = await spent(async () => {
    const leave = new AbortController()
    const response = await gateway.chat(code, { stream: true }, { signal: leave.signal })
    await readUntil(response, seen)
    leave.abort()
    const { ended } = requests()[0]!
    const settled = settledRun(gateway, code, response.headers.get("x-run-id")!)
    expect(await letGoBy(ended, settled)).toBe(true)
    expect((await ended).finished).toBe(false)
    const run = await settled
    expect(run).toMatchObject({ state: "stopped", usage: { source: "estimated" } })
  })
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(text.length * 57.2)
})

test("a client that leaves before a whole reply stops it, too", async () => {
  const requests = gateway.script(stallAfter(textReply(text), 0))
  const leave = new AbortController()
  const call = gateway.chat(code, {}, { signal: leave.signal })
  await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
  leave.abort()
  await expect(call).rejects.toThrow("abort")
  const untilGivenBack = async () =>
    await expect.poll(async () => (await gateway.balance(code)).held, { interval: 5 }).toBe(0)
  expect(await letGoBy(requests()[0]!.ended, untilGivenBack())).toBe(true)
})

test("T13, T16: Stop reaches the provider at once, ends the stream well, and charges what had come", async () => {
  const requests = gateway.script(half)
  let meta = 0
  const cost = await spent(async () => {
    const response = await gateway.chat(code, { stream: true })
    const runId = response.headers.get("x-run-id")!
    const twin = response.clone()
    await readUntil(twin as Response, seen)
    const stopping = stopRun(runId)
    expect(await letGoBy(requests()[0]!.ended, stopping)).toBe(true)
    const stopped = await stopping
    expect(stopped.status).toBe(200)
    const run = await readJson(stopped)
    expect(run).toMatchObject({ id: runId, state: "stopped", usage: { source: "estimated" } })
    const chat = await readChat(response)
    expect(chat).toMatchObject({ done: true, error: undefined })
    expect(chat.meta).toMatchObject({ runId, cost: run["cost"] })
    expect(run["_meta"]).toEqual(chat.meta)
    meta = fromReais(chat.meta!.cost)
  })
  expect(cost).toBe(meta)
  expect(cost).toBeGreaterThan(0)
})

test("a second Stop, and a Stop after the end, change nothing", async () => {
  gateway.script(textReply("Pronto."))
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  const before = await gateway.balance(code)
  const replies = await Promise.all([stopRun(chat.runId), stopRun(chat.runId)])
  for (const reply of replies) expect(await readJson(reply)).toMatchObject({ state: "done", cost: chat.meta!.cost })
  expect(await gateway.balance(code)).toEqual(before)
})

test("T12, T16: Stop before the first word costs nothing", async () => {
  const requests = gateway.script(slowHeaders(textReply(text), 60_000))
  const cost = await spent(async () => {
    const headers = { "idempotency-key": "stop-before-the-first-word" }
    const call = gateway.chat(code, { stream: true }, { headers })
    await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
    const { runs } = (await (
      await fetch(`${gateway.url}/api/runs`, { headers: { authorization: `Bearer nk-${code.code}` } })
    ).json()) as { runs: { id: string; state: string }[] }
    expect(runs[0]).toMatchObject({ state: "reserved" })
    const stopping = stopRun(runs[0]!.id)
    expect(await letGoBy(requests()[0]!.ended, stopping)).toBe(true)
    const stopped = await readJson(await stopping)
    expect(stopped).toMatchObject({ state: "stopped", cost: 0 })
    const chat = await readChat(await call)
    expect(chat).toMatchObject({ status: 200, text: "", done: true, meta: { cost: 0 } })
  })
  expect(cost).toBe(0)
})

test("the eleventh Stop before the first word within an hour pays for its prompt, and says so", async () => {
  const often = await gateway.code("premium", 10)
  const stopped = async () => {
    const requests = gateway.script(slowHeaders(textReply(text), 60_000))
    const before = (await gateway.balance(often)).posted
    const headers = { authorization: `Bearer nk-${often.code}` }
    const keyed = { headers: { "idempotency-key": crypto.randomUUID() } }
    const call = gateway.chat(often, { stream: true }, keyed)
    await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
    const { runs } = (await (await fetch(`${gateway.url}/api/runs`, { headers })).json()) as {
      runs: { id: string; state: string }[]
    }
    const open = runs.find((run) => run.state === "reserved")!
    const told = await readJson(await stopRun(open.id, often))
    await (await call).text()
    return { told, cost: before - (await gateway.balance(often)).posted }
  }
  for (let at = 0; at < 10; at++) {
    const { told, cost } = await stopped()
    expect([cost, told["promptCharged"]]).toEqual([0, undefined])
  }
  const { told, cost } = await stopped()
  expect(told).toMatchObject({ state: "stopped", promptCharged: true, usage: { output: 0, source: "estimated" } })
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(100 * 14.3)
  expect(fromReais(told["cost"] as number)).toBe(cost)
  // Another caller's stops are their own.
  expect(await spent(stopEarly)).toBe(0)
})

test("a Stop while a refused prompt waits to be put again is none before the first word: nobody has billed it", async () => {
  const patient = await startGateway({ env: { UPSTREAM_RETRIES: "2" } })
  const waiting = await patient.code("premium", 10)
  for (let at = 0; at < 11; at++) {
    const requests = patient.script(errorReply(503, "overloaded", { retryAfter: 4 }))
    const leave = new AbortController()
    const call = patient.chat(waiting, {}, { signal: leave.signal })
    await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
    expect(await requests()[0]!.ended).toMatchObject({ finished: true })
    leave.abort()
    await expect(call).rejects.toThrow("abort")
    await expect.poll(async () => (await patient.balance(waiting)).held, { interval: 5 }).toBe(0)
    expect((await patient.balance(waiting)).posted).toBe(10_000_000)
  }
  await patient.stop()
})

test("a Stop while it thinks is one before the first word: free ten times an hour", async () => {
  const thinking = await gateway.code("premium", 10)
  const thoughts = answerReply([{ type: "reasoning-delta", text: "Vejamos, o que se pede aqui? " }])
  for (let at = 0; at <= 10; at++) {
    gateway.script((request) => {
      const reply = thoughts(request)
      return { ...reply, pieces: [...reply.pieces, { end: "stall" }] }
    })
    const response = await gateway.chat(thinking, { stream: true })
    await readUntil(response.clone() as Response, "Vejamos")
    const run = await readJson(await stopRun(response.headers.get("x-run-id")!, thinking))
    await readChat(response)
    expect(run).toMatchObject({ state: "stopped" })
    expect(Number(run["cost"]) > 0).toBe(at === 10)
  }
})

async function stopEarly(): Promise<void> {
  const requests = gateway.script(stallAfter(textReply(text), 0))
  const leave = new AbortController()
  const call = gateway.chat(code, {}, { signal: leave.signal })
  await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
  leave.abort()
  await expect(call).rejects.toThrow("abort")
  await expect.poll(async () => (await gateway.balance(code)).held, { interval: 5 }).toBe(0)
}

test("Stop in the middle of a tool call charges the part that came", async () => {
  const pieces = (text.match(/.{1,20}/g) ?? []).map((part, at) => ({
    tool_calls: [{ index: 0, ...(at === 0 ? { id: "call_1", type: "function" } : {}), function: callPart(part, at) }],
  }))
  const frames = pieces.map((delta) => ({
    id: "chatcmpl-fake",
    object: "chat.completion.chunk",
    created: 1,
    model: "gpt-4.1",
    choices: [{ index: 0, delta, finish_reason: null }],
  }))
  const requests = gateway.script({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    pieces: [...frames.map((frame) => ({ send: Buffer.from(`data: ${JSON.stringify(frame)}\n\n`) })), { end: "stall" }],
  })
  const cost = await spent(async () => {
    const response = await gateway.chat(code, { stream: true }, { path: "/v1/chat/completions" })
    await readUntil(response.clone() as Response, pieces.at(-1)!.tool_calls[0]!.function.arguments)
    expect(requests()).toHaveLength(1)
    await stopRun(response.headers.get("x-run-id")!)
    await readChat(response)
  })
  expect(cost).toBeGreaterThan((text.length / 8) * 57.2)
})

test("with an Idempotency-Key a run outlives its connection: it is settled in full and can be read again", async () => {
  const requests = gateway.script(textReply(text, { timing: every(5), chunks: 40, usage: { output: 500 } }))
  const headers = { "idempotency-key": "outlives-its-connection" }
  let runId = ""
  const cost = await spent(async () => {
    const leave = new AbortController()
    const response = await gateway.chat(code, { stream: true }, { headers, signal: leave.signal })
    runId = response.headers.get("x-run-id")!
    await readUntil(response, "Uma")
    leave.abort()
    expect(await requests()[0]!.ended).toMatchObject({ finished: true })
    expect(await settledRun(gateway, code, runId)).toMatchObject({ state: "done", usage: { output: 500 } })
  })
  const again = await readChat(await gateway.chat(code, { stream: true }, { headers }))
  expect(again).toMatchObject({ runId, text, done: true })
  expect(fromReais(again.meta!.cost)).toBe(cost)
  expect(requests()).toHaveLength(1)
})
