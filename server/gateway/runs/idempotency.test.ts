import { afterAll, beforeAll, expect, test } from "vitest"
import { errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { every } from "../../../testing/fake-provider/timing.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
let other: TestCode
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 50)
  other = await gateway.code("premium", 50)
})
afterAll(() => gateway.stop())

const bearer = (who: TestCode) => ({ authorization: `Bearer nk-${who.code}` })
const text = "Uma resposta que se lê duas vezes."
let keys = 0
const newKey = () => ({ "idempotency-key": `key-${++keys}` })

test("T24: the same key attaches to the running run or replays the finished one: one call, one charge, the same frames", async () => {
  const requests = gateway.script(textReply(text, { timing: every(10), chunks: 10 }))
  const before = await gateway.balance(code)
  const headers = newKey()
  const ask = () => gateway.chat(code, { stream: true }, { headers })
  const first = await ask()
  const [one, two] = await Promise.all([readChat(first), ask().then(readChat)])
  const three = await readChat(await ask())
  expect(one).toMatchObject({ text, done: true })
  expect(two).toEqual(one)
  expect(three).toEqual(one)
  expect(requests()).toHaveLength(1)
  expect(before.posted - (await gateway.balance(code)).posted).toBe(Math.round(one.meta!.cost * 1e6))
})

test("twenty at once with one key are one run", async () => {
  const requests = gateway.script(textReply(text, { timing: every(5) }))
  const headers = newKey()
  const replies = await Promise.all(
    Array.from({ length: 20 }, async () => readJson(await gateway.chat(code, {}, { headers }))),
  )
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(replies[0]).toMatchObject({ choices: [{ message: { content: text } }] })
  expect(requests()).toHaveLength(1)
})

test("another body under the same key is refused with 422", async () => {
  gateway.script(textReply(text))
  const headers = newKey()
  await readChat(await gateway.chat(code, { stream: true }, { headers }))
  const response = await gateway.chat(code, { stream: true, temperature: 0.1 }, { headers })
  expect(response.status).toBe(422)
})

test("the same key of another code is another run", async () => {
  const requests = gateway.script(textReply(text))
  const headers = newKey()
  const mine = await readChat(await gateway.chat(code, { stream: true }, { headers }))
  const theirs = await readChat(await gateway.chat(other, { stream: true }, { headers }))
  expect(theirs.runId).not.toBe(mine.runId)
  expect(requests()).toHaveLength(2)
})

test("T27: three tries of 502, 503 and 504 under one key charge once, when it succeeds", async () => {
  gateway.script([errorReply(502, ""), errorReply(503, ""), errorReply(504, ""), textReply(text)])
  const headers = newKey()
  const before = await gateway.balance(code)
  for (const status of [502, 503, 504]) expect((await gateway.chat(code, {}, { headers })).status).toBe(status)
  expect(await gateway.balance(code)).toEqual(before)
  const reply = await readJson(await gateway.chat(code, {}, { headers }))
  const { cost } = reply["_meta"] as { cost: number }
  expect(before.posted - (await gateway.balance(code)).posted).toBe(Math.round(cost * 1e6))
})

test("a run's events are the very frames of the reply, from any of them on", async () => {
  gateway.script(textReply(text, { chunks: 6 }))
  const chat = await readChat(await gateway.chat(code, { stream: true }, { headers: newKey() }))
  const url = `${gateway.url}/api/runs/${chat.runId}/events`
  const all = await readChat(await fetch(url, { headers: bearer(code) }))
  expect(all).toEqual(chat)
  const rest = await readChat(await fetch(`${url}?after=3`, { headers: bearer(code) }))
  expect(rest.payloads).toEqual(chat.payloads.slice(3))
  expect(rest.ids).toEqual(chat.ids.slice(3))
  const byHeader = await readChat(await fetch(url, { headers: { ...bearer(code), "last-event-id": "3" } }))
  expect(byHeader).toEqual(rest)
  for (const after of ["-1", "x", "1e99", "1e1", "0x5", "1.5"]) {
    expect((await fetch(`${url}?after=${after}`, { headers: bearer(code) })).status).toBe(400)
  }
})

test("a caller sees their own runs; to anybody else they do not exist", async () => {
  gateway.script(textReply(text))
  const chat = await readChat(await gateway.chat(code, { stream: true }, { headers: newKey() }))
  const url = `${gateway.url}/api/runs/${chat.runId}`
  const { runs } = (await (await fetch(`${gateway.url}/api/runs`, { headers: bearer(code) })).json()) as {
    runs: { id: string }[]
  }
  expect(runs.map((run) => run.id)).toContain(chat.runId)
  const strangers = [{}, bearer(other), { "x-visitor": "visitor-00000001" }, { authorization: "Bearer sk-my-own-key" }]
  for (const headers of strangers) {
    const listed = await (await fetch(`${gateway.url}/api/runs`, { headers })).text()
    expect(listed).not.toContain(chat.runId)
    const replies = await Promise.all([
      fetch(url, { headers }),
      fetch(`${url}/events`, { headers }),
      fetch(`${url}/stop`, { headers, method: "POST" }),
      fetch(url, { headers, method: "DELETE" }),
    ])
    for (const reply of replies) {
      expect(reply.status).toBe(404)
      expect(await readJson(reply)).toHaveProperty("error")
    }
  }
  expect((await fetch(url, { headers: bearer(code) })).status).toBe(200)
})

test("DELETE forgets an ended run, and not one under way", async () => {
  gateway.script(textReply(text, { timing: every(20) }))
  const response = await gateway.chat(code, { stream: true }, { headers: newKey() })
  const url = `${gateway.url}/api/runs/${response.headers.get("x-run-id")}`
  expect((await fetch(url, { method: "DELETE", headers: bearer(code) })).status).toBe(400)
  await readChat(response)
  expect((await fetch(url, { method: "DELETE", headers: bearer(code) })).status).toBe(204)
  expect((await fetch(url, { headers: bearer(code) })).status).toBe(404)
})
