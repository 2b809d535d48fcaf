import { createHash } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { startGateway } from "../../testing/gateway.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { serveFor } from "../../testing/serve-for.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { migrate } from "../store/migrate.ts"
import { migrations } from "../store/migrations.ts"
import { openPostgres } from "../store/postgres-database.ts"
import { openSqlite } from "../store/sqlite-database.ts"
import { forgetOldRecords, recordUsage } from "./usage-records.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

const recordOf = (runId: string, owner: string, at: number) => ({
  runId,
  owner,
  tier: "free",
  model: "gpt-4o-mini",
  provider: "openai",
  at,
  durationMs: 1,
  usage: noUsage,
  cost: microReais(1),
  charged: microReais(0),
  priceVersion: "1",
  ending: "done",
})
const owners = async (database: Database) =>
  (await database.read.all<{ owner: string }>("select owner from usage_record order by run_id")).map(
    ({ owner }) => owner,
  )

describe.each([
  ["SQLite", () => openSqlite(tempFolder("prosa-records"), "prosa.sqlite")],
  ["PostgreSQL", postgres && (async () => openPostgres(postgres.url))],
] as const)("on %s", (_, open) => {
  test.skipIf(open === undefined)("records lose who came without a code, and a day's money goes on", async () => {
    const database = await open!()
    await migrate(database, migrations.slice(0, 4))
    await database.transaction(async (sql) => {
      for (const [at, owner] of ["visitor:203.0.113.9", "key:abc", "code:1", "operator:1"].entries())
        await sql.run(
          `insert into usage_record (run_id, owner, tier, model, provider, at, duration_ms, input_uncached, input_cached,
             cache_write, output, reasoning, search_calls, source, cost, charged, price_version, ending)
           values (?, ?, 'free', 'gpt-4o-mini', 'openai', 1, 1, 0, 0, 0, 0, 0, 0, 'provider', 1, 0, '1', 'done')`,
          [`run-${at}`, owner],
        )
      await sql.run("insert into day_budget (day, spent, reserved) values ('2026-11-21', 700, 50)")
      await sql.run("insert into free_usage (day, subject, messages) values ('2026-11-21', 'visitor:a', 3)")
    })
    await migrate(database, migrations)
    expect(await owners(database)).toEqual(["visitor", "key", "code:1", "operator:1"])
    const counted = "select sum(messages) as messages, sum(spent) as spent, sum(reserved) as reserved from free_usage"
    // Kept in sixteen rows, each rounded up.
    expect(await database.read.get(`${counted} where subject like 'everyone/%'`)).toEqual({
      messages: 0,
      spent: 752,
      reserved: 0,
    })
    expect(await database.read.get(`${counted} where subject not like 'everyone/%'`)).toEqual({
      messages: 3,
      spent: 0,
      reserved: 0,
    })
    await database.close()
  })

  test.skipIf(open === undefined)("the end of a run replaces what a crash told of it, and nothing else", async () => {
    const database = await open!()
    await migrate(database, migrations)
    const told = async (ending: string, charged: number) => {
      const record = { ...recordOf("came-back", "code:1", 1), ending, charged: microReais(charged) }
      await database.transaction((sql) => recordUsage(sql, record))
      return database.read.get("select ending, charged from usage_record where run_id = 'came-back'")
    }
    expect(await told("crash", 0)).toEqual({ ending: "crash", charged: 0 })
    expect(await told("done", 7)).toEqual({ ending: "done", charged: 7 })
    expect(await told("crash", 0)).toEqual({ ending: "done", charged: 7 })
    expect(await told("stopped", 0)).toEqual({ ending: "done", charged: 7 })
    await database.transaction((sql) => sql.run("delete from usage_record where run_id = 'came-back'"))
    await database.close()
  })

  test.skipIf(open === undefined)("records of thirteen months ago are deleted, and no others", async () => {
    const database = await open!()
    await migrate(database, migrations)
    const now = Date.UTC(2026, 10, 21)
    await database.transaction(async (sql) => {
      await sql.run("delete from usage_record")
      for (let at = 0; at < 2_500; at++) await recordUsage(sql, recordOf(`old-${at}`, "code:1", Date.UTC(2025, 9, 20)))
      await recordUsage(sql, recordOf("young", "code:1", Date.UTC(2025, 9, 22)))
    })
    // A clock that says so by itself deletes nothing.
    await forgetOldRecords(database, now)
    expect(await database.read.get("select count(*) as records from usage_record")).toEqual({ records: 2_501 })
    await serveFor(database, now - Date.UTC(2025, 9, 20))
    await forgetOldRecords(database, now)
    expect(await database.read.all("select run_id from usage_record")).toEqual([{ run_id: "young" }])
    await database.close()
  })
})

test("an own key leaves no record, whatever it calls its model", async () => {
  const gateway = await startGateway()
  gateway.script(textReply("Oi"))
  const headers = { authorization: "Bearer sk-somebody-elses-key" }
  const statuses: number[] = []
  for (const model of ["gpt-4.1", "no-such-model", "\u001b[2J", "gpt\u0000"])
    statuses.push((await gateway.chat(undefined, { model }, { headers })).status)
  expect(statuses).toEqual([200, 200, 404, 404])
  const database = await openDatabase({ dataDir: gateway.prosa.dataDir })
  expect(await owners(database)).toEqual([])
  await database.close()
  await gateway.stop()
})

test("nothing that is kept of a visitor's answer tells their address, their id, or a hash that anybody can make of it", async () => {
  const gateway = await startGateway({ env: { TRUSTED_PROXIES: "127.0.0.1" } })
  const address = "203.0.113.77"
  const id = await newVisitor(gateway.url)
  gateway.script(textReply("Oi"))
  for (const headers of [{}, { "x-visitor": id }])
    await (
      await gateway.chat(undefined, { model: "gpt-4o-mini" }, { headers: { ...headers, "x-forwarded-for": address } })
    ).text()
  const database = await openDatabase({ dataDir: gateway.prosa.dataDir })
  expect(await owners(database)).toEqual(["visitor", "visitor"])
  const kept: unknown[] = []
  for (const table of ["usage_record", "free_usage", "day_reserve", "run", "txn"])
    kept.push(await database.read.all(`select * from ${table}`))
  const all = JSON.stringify(kept)
  const hash = createHash("sha256").update(address).digest("hex").slice(0, 32)
  for (const secret of [address, hash, id]) expect(all).not.toContain(secret)
  await database.close()
  await gateway.stop()
})
