import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { freshPostgres } from "../../../testing/postgres.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { createLedger } from "../../ledger/ledger-store.ts"
import { joinAlone, joinOthers } from "../../servers/membership.ts"
import { migrate } from "../migrate.ts"
import { migrations } from "../migrations.ts"
import { openPostgres } from "../postgres-database.ts"
import { openSqlite } from "../sqlite-database.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test.each(["SQLite", "PostgreSQL"])("what was open under leases on %s is closed as a dead server's", async (engine) => {
  if (engine === "PostgreSQL" && !postgres) return
  const database =
    engine === "SQLite" ? await openSqlite(tempFolder("prosa-upgrade"), "test.sqlite") : openPostgres(postgres!.url)
  await migrate(database, migrations.slice(0, 6))
  await database.transaction(async (sql) => {
    await sql.run("insert into wallet (id, unit, posted, held) values ('wallet:a:premium', 'BRL', 0, 7)")
    await sql.run(
      `insert into hold (id, wallet_id, amount, owner, lease_until, price_version, created_at)
      values ('run_1', 'wallet:a:premium', 7, 'earlier', 9000000000000, 'v', 0)`,
    )
    await sql.run(
      "insert into day_reserve (run_id, day, amount, subjects, lease_until) values ('run_2', '2026-11-22', 1, '[]', 9)",
    )
  })
  await migrate(database, migrations)
  const ledger = (server = {}) => createLedger(database, { now: Date.now, newId: randomUUID, ...server })
  expect((await ledger().verify()).violations.filter(({ invariant }) => invariant === "I8")).toEqual([])
  const server = await (engine === "SQLite" ? joinAlone(database, "now") : joinOthers(database, { id: "now" }))
  // Long enough ago to be sure of it.
  const earlier = "update server set beating_since = 0, beat_at = case when id = 'now' then beat_at else 0 end"
  await database.transaction((sql) => sql.run(earlier))
  expect(await ledger({ server }).sweep()).toEqual({ settled: 0, expired: 1 })
  expect(await database.read.get("select held from wallet")).toMatchObject({ held: 0 })
  await database.transaction((sql) => sql.run("delete from day_reserve"))
  await server.forgetDead()
  expect(await database.read.all("select id from server")).toMatchObject([{ id: "now" }])
  await database.close()
})
