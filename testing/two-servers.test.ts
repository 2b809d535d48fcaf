import { afterAll, beforeAll, expect, test } from "vitest"
import { type Prosa, startProsa } from "../e2e/support/prosa.ts"
import { jsonReply, textReply } from "./fake-provider/replies.ts"
import { readJson, startGateway, type TestGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"

const postgres = await freshPostgres()
const pepper = "a pepper that both servers know, of enough characters"
let gateway: TestGateway
let other: Prosa

beforeAll(async () => {
  if (!postgres) return
  gateway = await startGateway({ databaseUrl: postgres.url, env: { ACCESS_PEPPER: pepper }, pepper })
  other = await startProsa({
    provider: { url: gateway.provider.url },
    env: { ...unlimited, ACCESS_PEPPER: pepper, DATABASE_URL: postgres.url },
  })
})
afterAll(async () => {
  if (!postgres) return
  await other.stop()
  await gateway.stop()
  await postgres.close()
})

const skip = postgres === undefined

test.skipIf(skip)("T3: two servers on one database let in just as many as one would", async () => {
  const most = 5
  const ask = { max_tokens: 100 }
  const probe = await gateway.code("premium", 1)
  let held = 0
  gateway.script(async (request) => {
    held = (await gateway.balance(probe)).held
    return textReply("Oi")(request)
  })
  await readJson(await gateway.chat(probe, ask))

  const code = await gateway.code("premium", (held * most + held / 2) / 1e6)
  const usage = { inputUncached: 20, output: 100 }
  let release = () => {}
  const allAnswered = new Promise<void>((resolve) => (release = resolve))
  const requests = gateway.script(async (request) => {
    await allAnswered
    return textReply("Uma resposta.", { usage })(request)
  })
  const before = await gateway.balance(code)
  let refused = 0
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const response = await gateway.chat(code, ask, at % 2 === 0 ? {} : { server: other.url })
      await response.text()
      if (response.status !== 200 && ++refused === 100 - most) release()
      return response.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  // The open answers hold the money that the others need; some of it may come back.
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - most)
  expect(requests()).toHaveLength(most)
  const after = await gateway.balance(code)
  expect([before.posted - after.posted, after.held]).toEqual([Math.ceil(20 * 14.3 + 100 * 57.2) * most, 0])
})

test.skipIf(skip)("an answer in progress at one server counts at the other", async () => {
  const code = await gateway.code("premium", 5)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  gateway.script(async (request) => {
    asked()
    await released
    return textReply("Oi")(request)
  })
  // The same data, with room for one answer a code.
  const limited = await startProsa({
    provider: { url: gateway.provider.url },
    env: { ...unlimited, LIMIT_OPEN_RUNS_PREMIUM: "1", ACCESS_PEPPER: pepper, DATABASE_URL: postgres?.url ?? "" },
  })
  const first = gateway.chat(code)
  await isAsked
  const elsewhere = await gateway.chat(code, {}, { server: limited.url })
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([400, { error: { code: "already_processing" } }])
  release()
  await (await first).text()
  expect((await gateway.chat(code, {}, { server: limited.url })).status).toBe(200)
  await limited.stop()
})

test.skipIf(skip)(
  "pictures in progress at one server count at the other, and keep no message waiting there",
  async () => {
    const code = await gateway.code("premium", 10)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const requests = gateway.script(async (request) => {
      if (!request.path.includes("images")) return textReply("Oi")(request)
      await released
      return jsonReply(200, { created: 1, data: [{ b64_json: "iVBORw0KGgo=" }] })
    })
    const limited = await startProsa({
      provider: { url: gateway.provider.url },
      env: { ...unlimited, LIMIT_OPEN_RUNS_PREMIUM: "1", ACCESS_PEPPER: pepper, DATABASE_URL: postgres?.url ?? "" },
    })
    const draw = (server: string) =>
      fetch(`${server}/v1/images/generations`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}` },
        body: JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
      })
    const drawn = [draw(gateway.url), draw(gateway.url), draw(limited.url)]
    await expect.poll(() => requests().length).toBe(3)
    for (const { url } of [gateway, limited]) {
      const fourth = await draw(url)
      expect([fourth.status, await fourth.json()]).toMatchObject([400, { error: { code: "already_processing" } }])
    }
    expect((await gateway.chat(code, {}, { server: limited.url })).status).toBe(200)
    release()
    expect((await Promise.all(drawn)).map(({ status }) => status)).toEqual([200, 200, 200])
    await limited.stop()
  },
)

test.skipIf(skip)("T3: a new free code's day begins once, whichever server looks", async () => {
  const code = await gateway.code("free")
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) =>
      fetch(`${at % 2 === 0 ? gateway.url : other.url}/api/getBalance`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ accessCode: code.code }),
      }),
    ),
  )
  expect(await gateway.balance(code)).toMatchObject({ posted: 500_000 })
})

test.skipIf(skip)("T27: the same key to two servers at once is charged once", async () => {
  const code = await gateway.code("premium", 5)
  const requests = gateway.script(textReply("Uma resposta.", { usage: { inputUncached: 20, output: 100 } }))
  const headers = { "idempotency-key": "one-key-two-servers" }
  const send = (server: string) => gateway.chat(code, {}, { headers, server })
  const before = await gateway.balance(code)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (await send(at % 2 === 0 ? gateway.url : other.url)).status),
  )
  expect(statuses).toContain(200)
  // Who asks the server that does not have it is told that it is under way.
  expect(statuses.every((status) => status === 200 || status === 400)).toBe(true)
  const [here, there] = [await readJson(await send(gateway.url)), await readJson(await send(other.url))]
  expect(there).toEqual(here)
  expect(requests()).toHaveLength(1)
  expect(before.posted - (await gateway.balance(code)).posted).toBe(6_006)
})
