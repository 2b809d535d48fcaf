import { afterAll, beforeAll, expect, test } from "vitest"
import { type CuttableProxy, startCuttableProxy } from "../e2e/support/cuttable-proxy.ts"
import { textReply } from "./fake-provider/replies.ts"
import { readChat, readJson, startGateway, type TestGateway } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"

const postgres = await freshPostgres()
const skip = postgres === undefined
const pepper = "a pepper that outlives its database, of enough characters"
let line: CuttableProxy
let databaseUrl: string
let gateway: TestGateway

beforeAll(async () => {
  if (!postgres) return
  const { hostname, port, href } = new URL(postgres.url)
  line = await startCuttableProxy(`http://${hostname}:${port}`)
  databaseUrl = href.replace(`${hostname}:${port}`, new URL(line.url).host)
  gateway = await startGateway({ databaseUrl, env: { ACCESS_PEPPER: pepper }, pepper })
})
afterAll(async () => {
  if (!postgres) return
  await gateway.stop()
  await line.close()
  await postgres.close()
})

test.skipIf(skip)(
  "a database that is gone when an answer ends is waited for; who comes meanwhile may try again",
  async () => {
    const text = "Uma resposta que termina sem banco de dados."
    const code = await gateway.code("premium", 5)
    let [asked, release] = [() => {}, () => {}]
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const isGone = new Promise<void>((resolve) => (release = resolve))
    const requests = gateway.script(async (request) => {
      asked()
      await isGone
      return textReply(text, { usage: { inputUncached: 20, output: 100 } })(request)
    })
    const headers = { "idempotency-key": "a-key-across-an-outage" }
    const replying = gateway.chat(code, { stream: true }, { headers })
    await isAsked
    line.cut()
    release()
    const response = await replying

    const refused = await gateway.chat(code)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await readJson(refused)).toMatchObject({ error: { message: expect.stringContaining("Nada foi cobrado") } })
    const listed = await fetch(`${gateway.url}/api/runs`, { headers: { authorization: `Bearer nk-${code.code}` } })
    expect(listed.status).toBe(503)

    line.mend()
    const chat = await readChat(response)
    expect(chat).toMatchObject({ text, done: true, meta: { cost: 0.006006 } })
    expect(await readChat(await gateway.chat(code, { stream: true }, { headers }))).toEqual(chat)
    expect(requests()).toHaveLength(1)
    expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - 6_006, held: 0 })
  },
)

test.skipIf(skip)(
  "a server that is to end meanwhile ends in its time, and what it could not settle the next one does",
  async () => {
    const ending = await startGateway({
      databaseUrl: postgres!.url,
      env: { ACCESS_PEPPER: pepper, DATABASE_URL: databaseUrl },
      pepper,
      start: startProsaInProcess,
    })
    const code = await ending.code("premium", 5)
    let [asked, release] = [() => {}, () => {}]
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const isGone = new Promise<void>((resolve) => (release = resolve))
    ending.script(async (request) => {
      asked()
      await isGone
      return textReply("Uma resposta.", { usage: { inputUncached: 20, output: 100 } })(request)
    })
    const headers = { "idempotency-key": "a-key-of-a-server-that-ends" }
    // Its connection is cut at the end.
    const replying = ending
      .chat(code, { stream: true }, { headers })
      .then(readChat)
      .catch(() => undefined)
    await isAsked
    line.cut()
    release()
    await ending.prosa.stop()
    expect(ending.prosa.output()).toContain('"event":"answers-not-settled","answers":1')
    await replying

    line.mend()
    // Nothing of it was on disk: its key is free again, as after a crash, and its money too.
    const asksAgain = () => gateway.chat(code, { stream: true }, { headers }).then(({ status }) => status)
    await expect.poll(asksAgain, { interval: 500 }).toBe(200)
    await expect.poll(async () => (await gateway.balance(code)).held).toBe(0)
    await ending.stop()
  },
)
