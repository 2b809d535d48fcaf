import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { afterEach, describe, expect, test } from "vitest"
import { type CuttableProxy, startCuttableProxy } from "../e2e/support/cuttable-proxy.ts"
import { type Prosa, startProsa } from "../e2e/support/prosa.ts"
import type { ScriptedReply } from "./fake-provider/fake-provider.ts"
import { errorReply, jsonReply, textReply } from "./fake-provider/replies.ts"
import { every } from "./fake-provider/timing.ts"
import { openDatabase } from "../server/store/database.ts"
import { readChat, readJson, startGateway, type TestCode, type TestGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"
import { newVisitor } from "./visitors.ts"

const pepper = "a pepper that all servers know, of enough characters"
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** Its price, whole, in micro-reais; far above that of a few of its pieces. */
const usage = { inputUncached: 20, output: 100 }
const wholePrice = 6_006

const words = (count: number) => Array.from({ length: count }, (_, at) => `palavra ${at} `).join("")
/** An answer of so many words, ten a second. */
const slowly = (count: number) => textReply(words(count), { chunks: count, timing: every(100), usage })

interface Shared {
  readonly gateway: TestGateway
  /** The way to its database, for a server that is to lose it. */
  readonly proxy: CuttableProxy
  /** The day's free use: under all names, for everybody together, and the open part. */
  day(): Promise<Readonly<Record<"messages" | "spent" | "everyone" | "reserved" | "open", number>>>
  startAnother(how?: { readonly overCable?: boolean }): Promise<Prosa>
}

/** A gateway on a PostgreSQL of its own, and more servers beside it. */
async function onPostgres(): Promise<Shared | undefined> {
  const postgres = await freshPostgres()
  if (!postgres) return undefined
  ending.push(postgres.close)
  const { hostname, port } = new URL(postgres.url)
  const proxy = await startCuttableProxy(`http://${hostname}:${port}`)
  ending.push(proxy.close)
  const env = { ...unlimited, ACCESS_PEPPER: pepper }
  const gateway = await startGateway({ databaseUrl: postgres.url, env, pepper })
  ending.push(gateway.stop)
  const database = await openDatabase({ dataDir: "", databaseUrl: postgres.url })
  ending.push(() => database.close())
  return {
    gateway,
    proxy,
    async day() {
      const row = await database.read.get<Record<"messages" | "spent" | "everyone" | "reserved" | "open", number>>(
        `select max(messages) as messages,
          max(case when subject like 'everyone/%' then 0 else spent end) as spent,
          sum(case when subject like 'everyone/%' then spent else 0 end) as everyone, sum(reserved) as reserved,
          (select count(*) from day_reserve) + (select count(*) from free_progress) as open
        from free_usage`,
      )
      return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)])) as never
    },
    async startAnother({ overCable = false } = {}) {
      const url = overCable ? postgres.url.replace(`${hostname}:${port}`, new URL(proxy.url).host) : postgres.url
      const server = await startProsa({ provider: { url: gateway.provider.url }, env: { ...env, DATABASE_URL: url } })
      ending.push(server.stop)
      return server
    },
  }
}

/** A streamed answer under a key at a server, as far as a checkpoint has kept some of it. */
async function begin(gateway: TestGateway, code: TestCode, server: string) {
  const headers = { "idempotency-key": randomUUID() }
  const again = (at: string) => gateway.chat(code, { stream: true }, { headers, server: at })
  const response = await again(server)
  const runId = response.headers.get("x-run-id") ?? ""
  const chat = readChat(response)
  // Where its server dies, nobody waits for it.
  chat.catch(() => {})
  await expect.poll(() => gateway.keptFrames(runId)).toBeGreaterThan(2)
  const events = (at: string) =>
    fetch(`${at}/api/runs/${runId}/events`, { headers: { authorization: `Bearer nk-${code.code}` } })
  return { runId, chat, again, events }
}

/** The provider answers when it is told to. */
function answeredLater(gateway: TestGateway, reply: ScriptedReply) {
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  const requests = gateway.script(async (request) => {
    await mayAnswer
    return typeof reply === "function" ? reply(request) : reply
  })
  return { requests, answer: () => answer() }
}

describe("servers that die on a shared database", () => {
  test("what one leaves is decided and readable within ten seconds of its successor's start", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother } = shared
    const first = await startAnother()
    const code = await gateway.code("premium", 5)
    gateway.script(slowly(400))
    const begun = await begin(gateway, code, first.url)
    await first.kill()
    const next = await startAnother()
    const before = await gateway.balance(code)
    await expect.poll(async () => (await begun.events(next.url)).status, { interval: 200 }).toBe(200)
    const told = await readChat(await begun.again(next.url))
    expect(told).toMatchObject({ done: true, runId: begun.runId, error: { code: "server_restarted" } })
    expect(await readChat(await begun.events(next.url))).toMatchObject({ ids: told.ids, text: told.text })
    const after = await gateway.balance(code)
    expect(after).toMatchObject({ held: 0, posted: before.posted - Math.round((told.meta?.cost ?? 0) * 1e6) })
    expect(before.posted - after.posted).toBeGreaterThan(0)
  })

  test("a key whose server died before a word was kept is free at another within ten seconds", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother } = shared
    const other = await startAnother()
    const code = await gateway.code("premium", 5)
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const requests = gateway.script((request) => {
      if (requests().length > 1) return textReply("Uma resposta.", { usage })(request)
      asked()
      return new Promise(() => {})
    })
    const headers = { "idempotency-key": "a-key-that-outlives-its-server" }
    const send = (server: string) => gateway.chat(code, {}, { headers, server })
    const lost = send(other.url).catch(() => undefined)
    await isAsked
    await other.kill()
    await lost
    expect((await send(gateway.url)).status).toBe(400)
    await expect.poll(async () => (await send(gateway.url)).status, { interval: 500 }).toBe(200)
    expect(requests()).toHaveLength(2)
    expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - wholePrice, held: 0 })
  })

  test("one that stood still for twenty seconds charges nothing more and lets go of its provider at once", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother } = shared
    const frozen = await startAnother()
    const code = await gateway.code("premium", 5)
    const requests = gateway.script(slowly(400))
    const begun = await begin(gateway, code, frozen.url)
    process.kill(frozen.pid, "SIGSTOP")
    await expect.poll(async () => (await begun.events(gateway.url)).status, { interval: 200 }).toBe(200)
    const told = await readChat(await begun.again(gateway.url))
    const charged = await gateway.balance(code)
    expect(charged.held).toBe(0)
    await delay(8_000)
    process.kill(frozen.pid, "SIGCONT")
    // It lets go of the provider, whose answer would go on for long.
    expect((await requests()[0]!.ended).finished).toBe(false)
    await expect.poll(async () => await readChat(await begun.again(frozen.url))).toEqual(told)
    expect(await gateway.balance(code)).toEqual(charged)
    expect(frozen.output()).not.toContain("run-crashed")
  })

  test("a run that one is at is under way at another, too, and belongs to nobody else there", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother } = shared
    const other = await startAnother()
    const code = await gateway.code("premium", 5)
    gateway.script(slowly(50))
    const begun = await begin(gateway, code, gateway.url)
    const look = async (who: TestCode, method = "GET") => {
      const headers = { authorization: `Bearer nk-${who.code}` }
      const reply = await fetch(`${other.url}/api/runs/${begun.runId}`, { method, headers })
      return [reply.status, await readJson(reply)]
    }
    expect(await look(code)).toEqual([
      200,
      expect.objectContaining({ id: begun.runId, state: "streaming", resumable: true, frames: expect.any(Number) }),
    ])
    expect(await look(await gateway.code("premium", 5))).toEqual([
      404,
      expect.objectContaining({ code: "no_such_run" }),
    ])
    const events = await begun.events(other.url)
    expect([events.status, await readJson(events)]).toEqual([
      400,
      expect.objectContaining({ code: "already_processing" }),
    ])
    expect((await look(code, "DELETE"))[0]).toBe(400)
    expect(await begun.chat).toMatchObject({ text: words(50), done: true })
    expect(await readChat(await begun.events(other.url))).toMatchObject({ text: words(50), done: true })
    expect((await look(code))[1]).toMatchObject({ state: "done" })
  })

  test("an end that its server could not write in time is whole, and charged whole, once that can write again", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, proxy } = shared
    const cutOff = await startAnother({ overCable: true })
    const code = await gateway.code("premium", 5)
    const requests = gateway.script(slowly(50))
    const begun = await begin(gateway, code, cutOff.url)
    proxy.cut()
    await expect.poll(async () => (await begun.events(gateway.url)).status, { interval: 200 }).toBe(200)
    const cut = await readChat(await begun.again(gateway.url))
    expect(cut).toMatchObject({ done: true, error: { code: "server_restarted" } })
    expect((await gateway.balance(code)).posted).toBeGreaterThan(5_000_000 - wholePrice)
    await requests()[0]!.ended
    proxy.mend()

    const whole = await begun.chat
    expect(whole).toMatchObject({ text: words(50), done: true, meta: { cost: wholePrice / 1e6 } })
    expect(words(50).startsWith(cut.text) && cut.text !== "").toBe(true)
    for (const server of [gateway.url, cutOff.url]) {
      const again = await readChat(await begun.again(server))
      expect(again).toEqual(whole)
      expect(again.ids).toEqual(again.ids.map((_, at) => String(at + 1)))
    }
    expect(requests()).toHaveLength(1)
    expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - wholePrice, held: 0 })

    // Whoever has read the part alone does not erase what came in its place; the server that made it has it in memory besides.
    const headers = { authorization: `Bearer nk-${code.code}` }
    const erase = (at: string, read: string) =>
      fetch(`${at}/api/runs/${begun.runId}?read=${read}`, { method: "DELETE", headers })
    for (const server of [gateway.url, cutOff.url]) {
      const refused = await erase(server, "interrupted")
      expect([refused.status, await readJson(refused)]).toEqual([
        409,
        expect.objectContaining({ code: "answer_completed" }),
      ])
      expect(await readChat(await begun.events(server))).toMatchObject({ text: words(50), done: true })
    }
    expect((await erase(cutOff.url, "some")).status).toBe(400)
    expect((await erase(cutOff.url, "done")).status).toBe(204)
    for (const server of [gateway.url, cutOff.url]) expect((await begun.events(server)).status).toBe(404)
  })

  test("an answer whose reader has erased what was kept of it stays erased, and costs no more", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, proxy } = shared
    const cutOff = await startAnother({ overCable: true })
    const code = await gateway.code("premium", 5)
    const requests = gateway.script(slowly(50))
    const begun = await begin(gateway, code, cutOff.url)
    proxy.cut()
    await expect.poll(async () => (await begun.events(gateway.url)).status, { interval: 200 }).toBe(200)
    const headers = { authorization: `Bearer nk-${code.code}` }
    const kept = `${gateway.url}/api/runs/${begun.runId}`
    expect((await fetch(`${kept}?read=interrupted`, { method: "DELETE", headers })).status).toBe(204)
    const charged = await gateway.balance(code)
    await requests()[0]!.ended
    proxy.mend()
    expect(await begun.chat).toMatchObject({
      error: { code: "server_restarted" },
      meta: { cost: (5_000_000 - charged.posted) / 1e6 },
    })
    expect(await gateway.balance(code)).toEqual(charged)
    expect((await begun.events(gateway.url)).status).toBe(404)
  })

  test("an answer of which nothing was kept yet comes whole under its free key, once its server can write again", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, proxy } = shared
    const cutOff = await startAnother({ overCable: true })
    const code = await gateway.code("premium", 5)
    const { requests, answer } = answeredLater(gateway, textReply(words(50), { usage }))
    const headers = { "idempotency-key": randomUUID() }
    const send = (server: string) => gateway.chat(code, { stream: true }, { headers, server })
    const chat = send(cutOff.url).then(readChat)
    await expect.poll(() => requests().length).toBe(1)
    proxy.cut()
    await expect.poll(() => gateway.rows("run"), { interval: 200 }).toBe(0)
    answer()
    await requests()[0]!.ended
    proxy.mend()

    const whole = await chat
    expect(whole).toMatchObject({ text: words(50), done: true, meta: { cost: wholePrice / 1e6 } })
    for (const server of [gateway.url, cutOff.url]) expect(await readChat(await send(server))).toEqual(whole)
    expect(requests()).toHaveLength(1)
    expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - wholePrice, held: 0 })
  })

  test.each([
    ["is refused in the end", "before", errorReply(400, "content_policy_violation"), 400, 0],
    [
      "comes after its server has heard of it",
      "after",
      jsonReply(200, { data: [{ b64_json: "iVBORw0KGgo=" }] }),
      200,
      286_000,
    ],
  ] as const)("a picture that was booked as lost and %s is no loss", async (_, when, made, status, price) => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, proxy } = shared
    const cutOff = await startAnother({ overCable: true })
    const code = await gateway.code("premium", 5)
    const { requests, answer } = answeredLater(gateway, made)
    const reply = fetch(`${cutOff.url}/api/openai/v1/images/generations`, {
      method: "POST",
      headers: { authorization: `Bearer nk-${code.code}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
    })
    await expect.poll(() => gateway.rows("hold where progress like '%billedWhole%'")).toBe(1)
    proxy.cut()
    await expect.poll(() => gateway.booked("loss:cancel"), { interval: 200 }).not.toBe(0)
    const [asked] = requests()
    let other = 0
    if (when === "after") {
      proxy.mend()
      await expect.poll(async () => (await fetch(`${cutOff.url}/readyz`)).status).toBe(200)
      // By the time that another answer is noted, what was to be noted of the picture was, too.
      gateway.script(slowly(50))
      const begun = await begin(gateway, code, cutOff.url)
      expect(await begun.chat).toMatchObject({ done: true })
      other = wholePrice
    }
    answer()
    expect(await asked!.ended).toMatchObject({ finished: true })
    proxy.mend()

    expect((await reply).status).toBe(status)
    expect(await gateway.booked("loss:cancel")).toBe(0)
    expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - price - other, held: 0 })
  })

  /** The price of the whole of a visitor's answer, in micro-reais. */
  const wholeForVisitor = 451

  test("a visitor's answer whose server was taken for dead is given away once, for all that it came to", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, proxy, day } = shared
    const cutOff = await startAnother({ overCable: true })
    const requests = gateway.script(slowly(50))
    const headers = { "x-visitor": await newVisitor(cutOff.url) }
    const ask = { model: "gpt-4o-mini", stream: true }
    const chat = readChat(await gateway.chat(undefined, ask, { headers, server: cutOff.url }))
    await expect.poll(() => gateway.rows("free_progress")).toBe(1)
    proxy.cut()
    await expect.poll(async () => (await day()).open, { interval: 200 }).toBe(0)
    const part = -(await gateway.booked("promo:free"))
    expect(part).toBeGreaterThan(0)
    expect(part).toBeLessThan(wholeForVisitor)
    expect(await day()).toEqual({ messages: 1, spent: part, everyone: part, reserved: 0, open: 0 })
    await requests()[0]!.ended
    proxy.mend()

    expect(await chat).toMatchObject({ text: words(50), done: true })
    expect(await gateway.booked("promo:free")).toBe(-wholeForVisitor)
    const whole = { messages: 1, spent: wholeForVisitor, everyone: wholeForVisitor, reserved: 0, open: 0 }
    expect(await day()).toEqual(whole)
    expect(await gateway.rows("day_closed")).toBe(0)
  })

  test("a visitor's answer that was closed before anything of it was noted is given away for what came, once its server wakes", async () => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, day } = shared
    const frozen = await startAnother()
    const requests = gateway.script(slowly(400))
    const headers = { "x-visitor": await newVisitor(frozen.url), "idempotency-key": randomUUID() }
    const ask = { model: "gpt-4o-mini", stream: true }
    const reply = await gateway.chat(undefined, ask, { headers, server: frozen.url })
    process.kill(frozen.pid, "SIGSTOP")
    await expect.poll(async () => (await day()).open, { interval: 200 }).toBe(0)
    expect(await gateway.booked("promo:free")).toBe(0)
    process.kill(frozen.pid, "SIGCONT")
    expect((await requests()[0]!.ended).finished).toBe(false)
    expect(await readChat(reply)).toMatchObject({ done: true, error: { code: "server_restarted" } })
    const given = -(await gateway.booked("promo:free"))
    expect(given).toBeGreaterThan(0)
    expect(await day()).toEqual({ messages: 1, spent: given, everyone: given, reserved: 0, open: 0 })
  })

  test.each([
    ["without a key", {}],
    ["under a key", { "idempotency-key": "of-a-visitor" }],
  ])("a visitor's message %s given back before its first word is one again when its answer comes", async (_, key) => {
    const shared = await onPostgres()
    if (!shared) return
    const { gateway, startAnother, proxy, day } = shared
    const cutOff = await startAnother({ overCable: true })
    const { requests, answer } = answeredLater(gateway, textReply(words(50), { usage }))
    const headers = { "x-visitor": await newVisitor(cutOff.url), ...key }
    const ask = { model: "gpt-4o-mini", stream: true }
    const chat = gateway.chat(undefined, ask, { headers, server: cutOff.url }).then(readChat)
    await expect.poll(() => requests().length).toBe(1)
    proxy.cut()
    const nothing = { messages: 0, spent: 0, everyone: 0, reserved: 0, open: 0 }
    await expect.poll(day, { interval: 200 }).toEqual(nothing)
    answer()
    await requests()[0]!.ended
    proxy.mend()

    expect(await chat).toMatchObject({ text: words(50), done: true })
    expect(await gateway.booked("promo:free")).toBe(-wholeForVisitor)
    const whole = { messages: 1, spent: wholeForVisitor, everyone: wholeForVisitor, reserved: 0, open: 0 }
    expect(await day()).toEqual(whole)
    expect(await gateway.rows("day_closed")).toBe(0)
  })
})
