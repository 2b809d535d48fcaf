import { afterAll, beforeAll, expect, test } from "vitest"
import { compressModel } from "#core/models/default-models.ts"
import { summaryOf, titleOf } from "../../../testing/auxiliary-calls.ts"
import { stallAfter } from "../../../testing/fake-provider/faults.ts"
import { errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({ env: { LIMIT_OPEN_RUNS_FREE: "1" } })
})
afterAll(() => gateway.stop())

test("a free title under way does not keep the next message waiting", async () => {
  const code = await gateway.code("free", 1)
  gateway.script(textReply("Uma resposta"))
  await readChat(await gateway.chat(code, { model: "gpt-4o-mini", stream: true }))
  const requests = gateway.script(stallAfter(textReply("Um título"), 10))
  const leave = new AbortController()
  const title = gateway.chat(
    code,
    { model: compressModel, max_completion_tokens: 100, messages: titleOf() },
    { signal: leave.signal },
  )
  await expect.poll(() => requests().length).toBe(1)
  gateway.script(textReply("A seguinte"))
  expect((await gateway.chat(code, { model: "gpt-4o-mini" })).status).toBe(200)
  leave.abort()
  await expect(title).rejects.toThrow("aborted")
})

const nano = "gpt-4.1-nano-2025-04-14"
const title = { model: nano, max_tokens: 150, messages: titleOf() }
const summary = { model: nano, max_tokens: 4_000, messages: summaryOf() }
/** A title that costs us almost all that its cap may. */
const dearTitle = textReply("Um título", { usage: { inputUncached: 20, output: 150 } })

/** How many of these calls in a row cost their user nothing, and what the others cost, in micro-reais. */
async function freeOf(on: TestGateway, code: TestCode, body: object, times: number) {
  let free = 0
  const before = (await on.balance(code)).posted
  for (let at = 0; at < times; at++) {
    const left = (await on.balance(code)).posted
    expect((await on.chat(code, body)).status).toBe(200)
    if ((await on.balance(code)).posted === left) free++
  }
  return { free, paid: before - (await on.balance(code)).posted }
}

test("a header alone makes nothing free, and a genuine title needs none", async () => {
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("Oi"))
  await readJson(await gateway.chat(code))
  const claim = { headers: { "x-request-meta": '{"isTitle":true,"isSummarize":true}' } }
  const before = (await gateway.balance(code)).posted
  await readJson(await gateway.chat(code, { model: nano, max_tokens: 150 }, claim))
  const after = (await gateway.balance(code)).posted
  expect(after).toBeLessThan(before)
  await readJson(await gateway.chat(code, title))
  expect((await gateway.balance(code)).posted).toBe(after)
})

test("an answered message earns one title and two summaries; what is paid beyond that earns none", async () => {
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("Oi"))
  await readJson(await gateway.chat(code))
  expect((await freeOf(gateway, code, title, 4)).free).toBe(1)
  expect((await freeOf(gateway, code, summary, 4)).free).toBe(2)
})

test("all that is free costs us no more than a tenth of what was paid that day, and two centavos", async () => {
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("Oi", { usage: { inputUncached: 10, output: 10 } }))
  for (let at = 0; at < 20; at++) await readJson(await gateway.chat(code, { model: "gpt-4o-mini" }))
  const left = async () => (await gateway.balance(code)).posted
  // As dear as a summary can be: all of its cap at 2.86 micro-reais a token.
  let output = 0
  gateway.script((request) => {
    output = Number(request.json["max_completion_tokens"] ?? request.json["max_tokens"])
    return textReply("Um resumo", { usage: { inputUncached: 100, output } })(request)
  })
  let [given, charged] = [0, 0]
  for (let at = 0; at < 20; at++) {
    const before = await left()
    expect((await gateway.chat(code, summary)).status).toBe(200)
    if ((await left()) === before) given += Math.ceil(output * 2.86 + 100 * 0.715)
    else charged++
    expect(given, `call ${at}`).toBeLessThanOrEqual(20_000 + (10_000_000 - (await left())) / 10)
  }
  expect(given).toBeGreaterThan(11_000)
  expect(charged).toBeGreaterThan(10)
})

test("the free tier is left without what is beyond its day, and nothing is charged for it", async () => {
  const code = await gateway.code("free", 5)
  const requests = gateway.script(dearTitle)
  await readJson(await gateway.chat(code, { model: "gpt-4o-mini" }))
  const before = await gateway.balance(code)
  expect((await gateway.chat(code, title)).status).toBe(200)
  const refused = await gateway.chat(code, title)
  expect(refused.status).toBe(403)
  expect(await readJson(refused)).toMatchObject({ available_models: ["gpt-4o-mini"] })
  expect(requests()).toHaveLength(2)
  expect(await gateway.balance(code)).toEqual(before)
})

test("what a free code's titles cost counts in everybody's free day", async () => {
  const small = await startGateway({ env: { FREE_DAILY_BUDGET_BRL: "0.000001" } })
  const code = await small.code("free", 5)
  small.script(dearTitle)
  await readJson(await small.chat(code, { model: "gpt-4o-mini" }))
  expect((await small.chat(code, title)).status).toBe(403)
  const premium = await small.code("premium", 5)
  await readJson(await small.chat(premium))
  expect((await freeOf(small, premium, title, 1)).free).toBe(1)
  await small.stop()
})

test("a title that failed is still there to be had", async () => {
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("Oi"))
  await readJson(await gateway.chat(code))
  gateway.script(errorReply(500, "boom"))
  expect((await gateway.chat(code, title)).status).toBe(500)
  gateway.script(dearTitle)
  expect((await freeOf(gateway, code, title, 2)).free).toBe(1)
})

test("at most eight titles and summaries of one caller are under way at once", async () => {
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("Oi"))
  await readJson(await gateway.chat(code))
  let release: () => void = () => {}
  const answered = new Promise<void>((resolve) => (release = resolve))
  const requests = gateway.script(async (request) => {
    await answered
    return dearTitle(request)
  })
  const open = Array.from({ length: 8 }, () => gateway.chat(code, title))
  await expect.poll(() => requests().length, { interval: 5 }).toBe(8)
  expect((await gateway.chat(code, title)).status).toBe(400)
  release()
  for (const response of await Promise.all(open)) expect(response.status).toBe(200)
  expect((await gateway.chat(code, title)).status).toBe(200)
})
