import { expect, test, vi } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { contentText } from "#core/gateway/content.ts"
import { loadTokenCounter } from "../server/gateway/billing/token-counter.ts"
import { titleOf } from "./auxiliary-calls.ts"
import { answerReply, textReply } from "./fake-provider/replies.ts"
import { readUntil, startGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"
import { newVisitor } from "./visitors.ts"

const mini = "gpt-4o-mini"
const text = "Uma resposta que ninguém paga, palavra por palavra. ".repeat(20)
const visitors = 12

test.each(["SQLite", "PostgreSQL"] as const)(
  "answers that we pay and a crash breaks off are booked once, as if they had ended, and leave the day to others: %s",
  async (engine) => {
    const postgres = engine === "PostgreSQL" ? await freshPostgres() : undefined
    if (engine === "PostgreSQL" && postgres === undefined) return
    // The day's budget is the highest cost of twelve answers.
    const env = { FREE_DAILY_BUDGET_BRL: "0.52", TRUSTED_PROXIES: "127.0.0.1", CODE: "uma-senha-do-operador" }
    const databaseUrl = postgres?.url
    const gateway = await startGateway({ env, ...(databaseUrl === undefined ? {} : { databaseUrl }) })
    const pieces = text.match(/.{1,20}/gsu) ?? []
    const code = await gateway.code("premium", 1)
    gateway.script(textReply("Oi"))
    expect((await gateway.chat(code, { model: mini })).status).toBe(200)
    gateway.script((request) => {
      const told = request.json["max_tokens"] === 150 ? pieces.slice(0, 10) : pieces
      const stream = answerReply(told.map((piece) => ({ type: "text-delta", text: piece })))(request)
      return { ...stream, pieces: [...stream.pieces, { end: "stall" }] }
    })
    const ask = async (headers: Record<string, string>, body: object = {}) => {
      const reply = await gateway.chat(undefined, { model: mini, stream: true, ...body }, { headers })
      if (reply.status === 200) await readUntil(reply, "palavra")
      return reply.status
    }
    const from = (at: number) => ({ "x-forwarded-for": `203.0.113.${at}` })
    const asVisitor = async (at: number) => ask({ ...from(at), "x-visitor": await newVisitor(gateway.url, from(at)) })
    const statuses = await Promise.all(Array.from({ length: visitors }, (_, at) => asVisitor(at + 1)))
    expect(statuses).toEqual(statuses.map(() => 200))
    expect(await ask({ authorization: "Bearer nk-uma-senha-do-operador" })).toBe(200)
    const title = { model: "gpt-4.1-nano-2025-04-14", max_tokens: 150, messages: titleOf() }
    expect(await ask({ authorization: `Bearer nk-${code.code}` }, title)).toBe(200)
    expect(await asVisitor(100)).toBe(403)
    await vi.waitFor(async () => expect(await gateway.rows("free_progress")).toBe(visitors + 2), { timeout: 30_000 })
    expect(await gateway.booked("promo:free")).toBe(0)

    await gateway.prosa.kill()
    const next = await startProsa({
      dataDir: gateway.prosa.dataDir,
      env: { ...unlimited, ...env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
      provider: { url: gateway.provider.url },
    })
    await vi.waitFor(async () => expect(await gateway.rows("free_progress")).toBe(0), { timeout: 30_000 })
    const count = await loadTokenCounter()
    const ofTitle =
      count(
        titleOf()
          .map(({ content }) => contentText(content))
          .join(""),
      ) *
        0.715 +
      count(text.slice(0, 200)) * 2.86
    const truth = (visitors + 1) * ((count("Oi, tudo bem?") + 7) * 1.0725 + count(text) * 4.29) + ofTitle
    const booked = -(await gateway.booked("promo:free"))
    expect(booked).toBeLessThanOrEqual(truth * 1.05)
    expect(booked).toBeGreaterThan(truth * 0.6)
    expect(await gateway.rows("day_reserve")).toBe(0)
    gateway.script(textReply("Oi"))
    const visitor = { ...from(101), "x-visitor": await newVisitor(next.url, from(101)) }
    const reply = await gateway.chat(undefined, { model: mini }, { headers: visitor, server: next.url })
    expect(reply.status).toBe(200)
    await next.stop()
    await gateway.stop()
    await postgres?.close()
  },
)

test("an answer that is only pretended is kept, and noted nowhere as what a crash would have cost us", async () => {
  const gateway = await startGateway({ pretend: true, env: { CODE: "uma-senha-do-operador" } })
  const messages = [{ role: "user", content: "longa devagar" }]
  const headers = { authorization: "Bearer nk-uma-senha-do-operador", "idempotency-key": "a-pretended-answer" }
  const reply = await gateway.chat(undefined, { model: mini, stream: true, messages }, { headers })
  expect(reply.status).toBe(200)
  await vi.waitFor(async () => expect(await gateway.rows("run_frames")).toBeGreaterThan(2), { timeout: 30_000 })
  expect(await gateway.rows("free_progress")).toBe(0)
  await reply.body?.cancel()
  await gateway.stop()
})
