import { afterAll, beforeAll, expect, test } from "vitest"
import { decodeFailure } from "#core/providers/openai/decode-failure.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, readJson, settledRun, startGateway, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => void (gateway = await startGateway()))
afterAll(() => gateway.stop())

/** 500 tokens of answer: about R$ 0.029 of gpt-4.1. */
const reply = textReply("Uma resposta.", { usage: { inputUncached: 5, output: 500 } })
const max = (message?: string, day?: string) => ({
  headers: {
    ...(message === undefined ? {} : { "x-max-cost": message }),
    ...(day === undefined ? {} : { "x-max-cost-day": day }),
  },
})

test("a ceiling lowers the cap sent to the provider, so that no more than it is held", async () => {
  const code = await gateway.code("premium", 100)
  const requests = gateway.script(reply)
  await readChat(await gateway.chat(code, { stream: true }))
  await readChat(await gateway.chat(code, { stream: true }, max("0.10")))
  const [free, bound] = requests().map(({ json }) => Number(json["max_completion_tokens"] ?? json["max_tokens"]))
  expect(free).toBeGreaterThan(bound ?? 0)
  // gpt-4.1 costs R$ 57.20 a million tokens of answer.
  expect(bound).toBeGreaterThan(1_000)
  expect(bound).toBeLessThan(0.1 / 57.2e-6)
})

test("an answer cut by a ceiling is not said to be cut by the balance", async () => {
  const code = await gateway.code("premium", 100)
  gateway.script(textReply("Uma resposta", { finish: "length" }))
  const { runId } = await readChat(await gateway.chat(code, { stream: true }, max("0.10")))
  expect(await settledRun(gateway, code, runId)).toMatchObject({ state: "done", limitedByBalance: false })
})

test("no ceiling is broken by a provider that counts more than it was asked for", async () => {
  const code = await gateway.code("premium", 100)
  gateway.script(textReply("Uma resposta.", { usage: { inputUncached: 1_000_000, output: 500 } }))
  for (const bound of [max("0.10"), max(undefined, "0.20")]) {
    const { runId, meta } = await readChat(await gateway.chat(code, { stream: true }, bound))
    expect(meta?.cost).toBeGreaterThan(0)
    expect(meta?.cost).toBeLessThanOrEqual(0.1)
    expect(await settledRun(gateway, code, runId)).toMatchObject({ state: "done", cost: meta?.cost })
  }
})

test("below the shortest answer worth starting it is refused, nothing is asked and nothing is held", async () => {
  const code = await gateway.code("premium", 100)
  const requests = gateway.script(reply)
  for (const stream of [true, false]) {
    const refused = await gateway.chat(code, { stream }, max("0.01"))
    expect(refused.status).toBe(402)
    const json = await readJson(refused)
    expect(json).toMatchObject({ error: { code: "cost_ceiling" }, cost_ceiling: "message", ceiling: 0.01 })
    expect(json).not.toHaveProperty("balance_insufficient")
    expect(JSON.stringify(json)).toContain("R$\u00a00,01 por mensagem")
    expect(decodeFailure(402, JSON.stringify(json))).toMatchObject({
      kind: "cost-ceiling",
      per: "message",
      ceiling: 10_000,
    })
  }
  expect(requests()).toEqual([])
  expect(await gateway.balance(code)).toEqual({ posted: 100_000_000, held: 0, available: 100_000_000 })
})

test("the same key may be tried again without the ceiling", async () => {
  const code = await gateway.code("premium", 100)
  gateway.script(reply)
  const key = { "idempotency-key": "mesmo-assim" }
  const refused = await gateway.chat(code, { stream: true }, { headers: { ...key, "x-max-cost": "0.01" } })
  expect(refused.status).toBe(402)
  await refused.text()
  expect((await readChat(await gateway.chat(code, { stream: true }, { headers: key }))).text).toBe("Uma resposta.")
})

test("a day's ceiling counts what today has cost, and what is under way", async () => {
  const code = await gateway.code("premium", 100)
  const other = await gateway.code("premium", 100)
  gateway.script(reply)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => gateway.chat(code, { max_tokens: 600 }, max(undefined, "0.20"))),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(statuses).toContain(402)
  for (const answer of answers) await answer.text()
  for (let status = 200; status === 200;) {
    const more = await gateway.chat(code, { max_tokens: 600 }, max(undefined, "0.20"))
    status = more.status
    if (status === 402) {
      expect(await readJson(more)).toMatchObject({
        error: { message: expect.stringMatching(/que pode custar R\$\s0,0\d+ ou mais: hoje já foram R\$\s0,1\d+,/) },
        cost_ceiling: "day",
        ceiling: 0.2,
        spent_today: expect.any(Number),
      })
    } else await more.text()
  }
  const spent = 100_000_000 - (await gateway.balance(code)).posted
  expect(spent).toBeGreaterThan(100_000)
  expect(spent).toBeLessThanOrEqual(200_000)
  expect((await gateway.chat(other, {}, max(undefined, "0.20"))).status).toBe(200)
  expect((await gateway.chat(code, { max_tokens: 600 })).status).toBe(200)
})

test("who is not charged has no ceiling; what is no amount is refused", async () => {
  gateway.script(reply)
  expect((await gateway.chat(undefined, { model: "gpt-4o-mini" }, max("0.00"))).status).toBe(200)
  const code = await gateway.code("premium", 1)
  for (const wrong of ["-1", "+1", "1,50", "abc", "1e3", "", "0.0000001", "NaN"]) {
    const answer = await gateway.chat(code, {}, max(wrong))
    expect([wrong, answer.status]).toEqual([wrong, 400])
    await answer.text()
  }
})
