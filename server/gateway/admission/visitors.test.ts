import { afterAll, beforeAll, expect, test } from "vitest"
import { errorReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestGateway } from "../../../testing/gateway.ts"

const mini = { model: "gpt-4o-mini" }

test("a visitor has so many messages a day, by id and by address; failed ones do not count", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "5", TRUSTED_PROXIES: "127.0.0.1" } })
  const send = async (id: string, address: string) =>
    (await gateway.chat(undefined, mini, { headers: { "x-visitor": id, "x-forwarded-for": address } })).status
  gateway.script(errorReply(500, "boom"))
  expect(await send("visitor-a", "203.0.113.1")).toBe(500)
  const requests = gateway.script(textReply("Oi"))
  const statuses: number[] = []
  for (let at = 0; at < 7; at++) statuses.push(await send("visitor-a", `203.0.113.${at + 1}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 403])
  expect(requests()).toHaveLength(5)

  // Another id behind the same address shares that address's day.
  const sameAddress = []
  for (let at = 0; at < 7; at++) sameAddress.push(await send(`visitor-b${at}`, "198.51.100.7"))
  expect(sameAddress.filter((status) => status === 200)).toHaveLength(5)

  const response = await gateway.chat(undefined, mini, { headers: { "x-visitor": "visitor-a" } })
  expect(response.status).toBe(403)
  expect(await readJson(response)).toMatchObject({
    free_temp_limit_reached: true,
    available_models: ["gpt-4o-mini"],
    error: { code: "free_limit_reached" },
  })
  await gateway.stop()
})

test("X-Forwarded-For of somebody we do not trust gives nobody a second day", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "3" } })
  gateway.script(textReply("Oi"))
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const headers = { "x-visitor": `visitor-${at}`, "x-forwarded-for": `203.0.113.${at}` }
      return (await gateway.chat(undefined, mini, { headers })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  await gateway.stop()
})

test("all visitors together have a ceiling in reais that no number of them gets around", async () => {
  // gpt-4o-mini's 10 000 tokens are held as about 0.043 reais.
  const gateway = await startGateway({ env: { FREE_DAILY_BUDGET_BRL: "0.15", TRUSTED_PROXIES: "127.0.0.1" } })
  const requests = gateway.script(textReply("Oi", { usage: { output: 10_000 } }))
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const headers = { "x-visitor": `visitor-${at}`, "x-forwarded-for": `198.51.100.${at}` }
      return (await gateway.chat(undefined, mini, { headers })).status
    }),
  )
  const admitted = statuses.filter((status) => status === 200).length
  expect(admitted).toBe(requests().length)
  expect(admitted).toBeGreaterThan(0)
  expect(admitted * 10_000 * 4.29).toBeLessThanOrEqual(150_000)
  expect(statuses.filter((status) => status === 403)).toHaveLength(30 - admitted)
  await gateway.stop()
})

test("a visitor's title counts in everybody's ceiling, not as a message, and must be earned", async () => {
  const env = { FREE_DAILY_BUDGET_BRL: "0.09", FREE_DAILY_MESSAGES: "1", TRUSTED_PROXIES: "127.0.0.1" }
  const gateway = await startGateway({ env })
  const visitor = { "x-visitor": "visitor-a", "x-forwarded-for": "203.0.113.1" }
  const ask = { model: "gpt-4.1-nano-2025-04-14", max_tokens: 150 }
  const title = async () => {
    const headers = { ...visitor, "x-request-meta": JSON.stringify({ isTitle: true }) }
    return (await gateway.chat(undefined, ask, { headers })).status
  }
  const message = async (at: number) => {
    const headers = at === 1 ? visitor : { "x-visitor": `visitor-${at}`, "x-forwarded-for": `203.0.113.${at}` }
    return (await gateway.chat(undefined, mini, { headers })).status
  }
  gateway.script(textReply("Oi", { usage: { inputUncached: 1, output: 1 } }))
  expect(await title()).toBe(403)
  expect(await message(1)).toBe(200)
  // A title that turns out dear leaves the others less.
  gateway.script(textReply("Um título", { usage: { inputUncached: 1, output: 30_000 } }))
  expect(await title()).toBe(200)
  expect(await message(1)).toBe(403)
  expect(await message(2)).toBe(403)
  await gateway.stop()
})

let limited: TestGateway
beforeAll(async () => {
  limited = await startGateway({
    env: {
      LIMIT_CODE_PER_MINUTE: "4",
      LIMIT_ADDRESS_PER_MINUTE: "1000",
      LIMIT_OPEN_RUNS_PREMIUM: "2",
      LIMIT_OPEN_RUNS_FREE: "1",
    },
  })
})
afterAll(() => limited.stop())

test("past its rate a code is told when to come back", async () => {
  const code = await limited.code("premium", 10)
  const requests = limited.script(textReply("Oi"))
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) statuses.push((await limited.chat(code)).status)
  const response = await limited.chat(code)
  expect([...statuses, response.status]).toEqual([200, 200, 200, 200, 429])
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await readJson(response)).toMatchObject({ error: { code: "too_many_requests", type: "rate_limit_error" } })
  expect(requests()).toHaveLength(4)
})

test.each([
  ["premium", 2],
  ["free", 1],
] as const)("a %s code has at most %i answers in progress", async (kind, most) => {
  const code = await limited.code(kind, 10)
  let release: () => void = () => {}
  const answered = new Promise<void>((resolve) => (release = resolve))
  const requests = limited.script(async (request) => {
    await answered
    return textReply("Oi")(request)
  })
  const open = Array.from({ length: most }, () => limited.chat(code, mini))
  await expect.poll(() => requests().length, { interval: 5 }).toBe(most)
  const refused = await limited.chat(code, mini)
  expect(refused.status).toBe(400)
  expect(await readJson(refused)).toMatchObject({
    error: { code: "already_processing", message: "Mensagem já em processamento" },
  })
  const look = await fetch(`${limited.url}/api/getBalance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessCode: code.code }),
  })
  expect(look.status).toBe(400)
  expect(await readJson(look)).toMatchObject({ error: "Mensagem já em processamento", code: "already_processing" })
  release()
  expect((await Promise.all(open)).map((response) => response.status)).toEqual(open.map(() => 200))
})
