import { afterAll, expect, test, vi } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { openDatabase } from "../server/store/database.ts"
import { answerReply } from "./fake-provider/replies.ts"
import { readJson, startGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

const words = Array.from({ length: 40 }, (_, at) => `palavra ${at} `)
const begun = answerReply(words.map((text) => ({ type: "text-delta" as const, text })))

test.each([
  ["SQLite", undefined],
  ["PostgreSQL", postgres],
] as const)("%s: what is damaged of a crashed answer costs that answer alone", async (engine, target) => {
  if (engine === "PostgreSQL" && target === undefined) return
  const databaseUrl = target?.url
  const gateway = await startGateway(databaseUrl === undefined ? {} : { databaseUrl })
  const { dataDir } = gateway.prosa
  const code = await gateway.code("premium", 100)
  gateway.script((request) => {
    const told = begun(request)
    return { ...told, pieces: [...told.pieces, { end: "stall" }] }
  })
  const names = ["unreadable-frames", "torn-checkpoint", "whole", "senseless-checkpoint"]
  const ids = await Promise.all(
    names.map(async (name) => {
      const reply = await gateway.chat(code, { stream: true }, { headers: { "idempotency-key": name } })
      void reply.text().catch(() => {})
      return reply.headers.get("x-run-id") ?? ""
    }),
  )
  const database = await openDatabase({ dataDir, databaseUrl })
  const unnoted = `select id from hold where state = 'open' and (progress is null or progress like '%"output":0%')`
  await vi.waitFor(async () => expect(await database.read.all(unnoted)).toEqual([]), { timeout: 30_000 })
  await gateway.prosa.kill()

  await database.transaction(async (sql) => {
    await sql.run("update run_frames set content = 'torn' where run_id = ?", [ids[0]!])
    await sql.run(`update hold set progress = '{"model":"gpt-' where id = ?`, [ids[1]!])
    await sql.run(`update hold set progress = '{"model":"gpt-5","input":null,"output":40}' where id = ?`, [ids[3]!])
  })
  const env = { ...unlimited, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  const next = await startProsa({ dataDir, env, provider: { url: gateway.provider.url } })
  const open = "select id from hold where state = 'open'"
  await vi.waitFor(async () => expect(await database.read.all(open)).toEqual([]), { timeout: 30_000 })

  const captured = await database.read.all<{ id: string; captured: number | null }>("select id, captured from hold")
  const chargeOf = (at: number) => captured.find(({ id }) => id === ids[at])?.captured
  expect(chargeOf(0)).toBeGreaterThan(0)
  expect(chargeOf(1) ?? 0).toBe(0)
  expect(chargeOf(3) ?? 0).toBe(0)
  expect(chargeOf(2)).toBeGreaterThanOrEqual(chargeOf(0)!)
  const headers = { authorization: `Bearer nk-${code.code}` }
  const told = await readJson(await fetch(`${next.url}/api/runs/${ids[2]}`, { headers }))
  expect(told).toMatchObject({ state: "interrupted" })
  expect(await next.admin("ledger", "verify")).toMatchObject({ ok: true })

  await database.close()
  await next.stop()
  await gateway.stop()
})
