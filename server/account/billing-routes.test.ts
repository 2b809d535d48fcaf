import { afterAll, beforeAll, expect, test } from "vitest"
import { jsonReply, textReply } from "../../testing/fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway()
  code = await gateway.code("premium", 11)
})
afterAll(() => gateway.stop())

const ask = (path: string, credential?: string) =>
  fetch(`${gateway.url}/api/openai/dashboard/billing/${path}`, {
    headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` },
  })

test("a code's bill is its own books', in dollars: what the month has cost, and that with what is left", async () => {
  gateway.script(textReply("Oi", { usage: { inputUncached: 1_000, output: 20_000 } }))
  await readChat(await gateway.chat(code, { stream: true }))
  const spent = 11 - (await gateway.balance(code)).posted / 1e6
  expect(spent).toBeGreaterThan(1)
  const { total_usage } = await readJson(
    await ask("usage?start_date=2026-01-01&end_date=2026-02-01", `nk-${code.code}`),
  )
  expect(total_usage).toBe(Math.round((spent / 5.5) * 100))
  expect(await readJson(await ask("subscription", `nk-${code.code}`))).toMatchObject({ hard_limit_usd: 2 })
})

test("an own key asks its provider; a visitor has no bill", async () => {
  const requests = gateway.script(jsonReply(200, { object: "list", total_usage: 123.4 }))
  const reply = await ask("usage?start_date=2026-11-01&end_date=2026-11-30&key=", "sk-of-mine-12345")
  expect(await readJson(reply)).toEqual({ object: "list", total_usage: 123.4 })
  expect(requests()[0]).toMatchObject({
    method: "GET",
    path: "/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-30",
    headers: { authorization: "Bearer sk-of-mine-12345" },
  })
  expect((await ask("usage")).status).toBe(401)
})
