/** The cases of the gateway's reference design, by their numbers, that no other file beside this one proves. */
import { newVisitor } from "../../testing/visitors.ts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fromReais } from "#core/lib/micro-reais.ts"
import { cutAfter, stallAfter } from "../../testing/fake-provider/faults.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { every } from "../../testing/fake-provider/timing.ts"
import {
  readChat,
  readJson,
  readUntil,
  settledRun,
  startGateway,
  type TestCode,
  type TestGateway,
} from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "3" } })
  code = await gateway.code("premium", 100)
})
afterAll(() => gateway.stop())

const bearer = (who: TestCode) => ({ authorization: `Bearer nk-${who.code}` })
const text = "Uma resposta que se conta palavra por palavra, do começo ao fim. ".repeat(8)

async function askBalance(who: TestCode) {
  const response = await fetch(`${gateway.url}/api/getBalance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessCode: who.code }),
  })
  return readJson(response)
}

test("T2: a visitor's first messages, all at once, are as many as a day has", async () => {
  const requests = gateway.script(textReply("Oi"))
  const headers = { "x-visitor": await newVisitor(gateway.url) }
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => {
      return (await gateway.chat(undefined, { model: "gpt-4o-mini" }, { headers })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(requests()).toHaveLength(3)
})

test("T4: a free code that has used some of its day is not filled up again, however often it is looked at", async () => {
  const free = await gateway.code("free")
  await askBalance(free)
  gateway.script(textReply("Oi", { usage: { inputUncached: 100, output: 9_000 } }))
  const chat = await readChat(await gateway.chat(free, { model: "gpt-4o-mini", stream: true }))
  const left = 500_000 - fromReais(chat.meta!.cost)
  const looks = await Promise.all(Array.from({ length: 100 }, () => askBalance(free)))
  for (const look of looks) expect(fromReais(Number(look["saldo_gratuito"]))).toBe(left)
  expect((await gateway.balance(free)).posted).toBe(left)
})

test("T9: whoever asks for a balance, while an answer is under way or after, is told the same", async () => {
  const who = await gateway.code("premium", 10)
  const requests = gateway.script(stallAfter(textReply(text, { chunks: 40 }), 6_000))
  const response = await gateway.chat(who, { stream: true, max_tokens: 1_000 })
  await readUntil(response.clone() as Response, "palavra")
  expect(requests()).toHaveLength(1)

  const inBooks = await gateway.balance(who)
  expect(inBooks.held).toBeGreaterThan(0)
  expect(inBooks.available).toBe(inBooks.posted - inBooks.held)
  const asked = await askBalance(who)
  expect([asked["saldo"], asked["saldo_premium"]]).toEqual([inBooks.available / 1e6, inBooks.available / 1e6])
  expect(await gateway.prosa.admin("code", "show", who.code)).toMatchObject({
    premium: { posted: 10, held: inBooks.held / 1e6, available: inBooks.available / 1e6 },
  })

  await fetch(`${gateway.url}/api/runs/${response.headers.get("x-run-id")}/stop`, {
    method: "POST",
    headers: bearer(who),
  })
  const { meta } = await readChat(response)
  const after = await gateway.balance(who)
  expect(after).toMatchObject({ held: 0, available: after.posted })
  expect([meta!.newPremiumBalance, (await askBalance(who))["saldo"]]).toEqual([after.posted / 1e6, after.posted / 1e6])
})

test("T10: a reader that leaves after some chunks pays for the words that came, and not for the rest", async () => {
  const before = await gateway.balance(code)
  const requests = gateway.script(stallAfter(textReply(text, { chunks: 40 }), 6_000))
  const leave = new AbortController()
  const response = await gateway.chat(code, { stream: true }, { signal: leave.signal })
  await readUntil(response, "fim")
  leave.abort()
  await requests()[0]!.ended
  const run = await settledRun(gateway, code, response.headers.get("x-run-id")!)
  expect(run).toMatchObject({ state: "stopped", usage: { source: "estimated" } })
  const paid = before.posted - (await gateway.balance(code)).posted
  // At least the twelve words that were read, at most a token for each two characters of the whole.
  expect(paid).toBeGreaterThan(12 * 57.2)
  expect(paid).toBeLessThan((text.length / 2) * 57.2)
})

test("T13: what a Stop charges is near the count of the provider", async () => {
  const words = "the quick brown fox jumps over the lazy dog and "
  gateway.script(stallAfter(textReply(words.repeat(20), { chunks: 20 }), 2_500))
  const response = await gateway.chat(code, { stream: true })
  await readUntil(response.clone() as Response, "lazy")
  const headers = bearer(code)
  const stopped = await readJson(
    await fetch(`${gateway.url}/api/runs/${response.headers.get("x-run-id")}/stop`, { method: "POST", headers }),
  )
  const seen = (await readChat(response)).text
  const counted = Number((stopped["usage"] as { output: number }).output)
  // English words of this kind are a token each in OpenAI's vocabulary.
  const truth = seen.trim().split(/\s+/).length
  expect(stopped).toMatchObject({ usage: { source: "estimated" } })
  expect(Math.abs(counted - truth)).toBeLessThanOrEqual(Math.ceil(truth * 0.05) + 1)
})

test("T14: a client with a key that leaves before a whole reply finds it later, settled in full", async () => {
  const headers = { "idempotency-key": "gone-before-a-whole-reply" }
  const usage = { inputUncached: 20, output: 100 }
  const before = await gateway.balance(code)
  const requests = gateway.script(textReply(text, { timing: every(150), usage }))
  const leave = new AbortController()
  const call = gateway.chat(code, {}, { headers, signal: leave.signal })
  await expect.poll(() => requests().length, { interval: 5 }).toBe(1)
  leave.abort()
  await expect(call).rejects.toThrow("abort")
  expect(await requests()[0]!.ended).toMatchObject({ finished: true })
  const again = await readJson(await gateway.chat(code, {}, { headers }))
  expect(again).toMatchObject({ choices: [{ message: { content: text } }], _meta: { cost: 0.006006 } })
  expect(requests()).toHaveLength(1)
  expect(before.posted - (await gateway.balance(code)).posted).toBe(6_006)
})

test("T19: a broken stream that had told its usage is charged by it, at its own price", async () => {
  const usage = { inputUncached: 20, output: 100 }
  const before = await gateway.balance(code)
  // Usage comes on every chunk; what is charged is the last that came, not a placeholder, and not their sum.
  const reply = textReply(text, { chunks: 50, usage, usagePlace: "every-chunk" })
  gateway.script(cutAfter(reply, 9_000))
  const chat = await readChat(await gateway.chat(code, { stream: true }))
  const run = await settledRun(gateway, code, chat.runId)
  const { output, source } = run["usage"] as { output: number; source: string }
  expect(source).toBe("provider")
  expect(output).toBeGreaterThan(0)
  expect(output).toBeLessThan(100)
  expect(before.posted - (await gateway.balance(code)).posted).toBe(Math.ceil(20 * 14.3 + output * 57.2))
})

test("T24: looking at an answer, resuming and replaying it, stopping it too late: none of them charges", async () => {
  const headers = { "idempotency-key": "looked-at-often" }
  const requests = gateway.script(textReply(text))
  const chat = await readChat(await gateway.chat(code, { stream: true }, { headers }))
  const before = await gateway.balance(code)
  const run = `${gateway.url}/api/runs/${chat.runId}`
  const looks = Array.from({ length: 5 }, () => [
    fetch(run, { headers: bearer(code) }),
    fetch(`${run}/events`, { headers: bearer(code) }),
    fetch(`${run}/events?after=2`, { headers: bearer(code) }),
    fetch(`${run}/stop`, { method: "POST", headers: bearer(code) }),
    fetch(`${gateway.url}/api/runs`, { headers: bearer(code) }),
    gateway.chat(code, { stream: true }, { headers }),
  ])
  for (const look of await Promise.all(looks.flat())) {
    expect(look.status).toBe(200)
    await look.text()
  }
  expect(requests()).toHaveLength(1)
  expect(await gateway.balance(code)).toEqual(before)
})
