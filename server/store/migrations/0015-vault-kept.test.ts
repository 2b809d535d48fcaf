import { afterAll, expect, test } from "vitest"
import { freshPostgres } from "../../../testing/postgres.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { migrate } from "../migrate.ts"
import { migrations } from "../migrations.ts"
import { openPostgres } from "../postgres-database.ts"
import { openSqlite } from "../sqlite-database.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test.each(["SQLite", "PostgreSQL"])("what a vault keeps on %s is told apart from its log", async (engine) => {
  if (engine === "PostgreSQL" && !postgres) return
  const database =
    engine === "SQLite" ? await openSqlite(tempFolder("prosa-upgrade"), "test.sqlite") : openPostgres(postgres!.url)
  await migrate(database, migrations.slice(0, 14))
  await database.transaction(async (sql) => {
    for (const id of ["sealed", "young"]) {
      await sql.run(
        `insert into vault (id, token_hash, owner, tier, last_seq, bytes, created_at, used_at, served_at)
         values (?, 'h', 'o', 'premium', 4, 0, 0, 0, 0)`,
        [id],
      )
      for (const seq of [1, 2, 3, 4]) {
        await sql.run(
          "insert into vault_batch (vault_id, seq, batch_id, hash, bytes, data, at) values (?, ?, ?, 'h', ?, '', 0)",
          [id, seq, `b${seq}`, 10 ** seq],
        )
      }
    }
    const snapshot =
      "insert into vault_snapshot (vault_id, id, state, upto, parts, bytes, at) values ('sealed', ?, ?, ?, 1, ?, 0)"
    await sql.run(snapshot, ["one", "old", 1, 5])
    await sql.run(snapshot, ["two", "live", 3, 7])
  })
  await migrate(database, migrations)
  expect(await database.read.all("select id, log_bytes, kept_bytes from vault order by id")).toEqual([
    { id: "sealed", log_bytes: 10_000, kept_bytes: 1_110 + 5 },
    { id: "young", log_bytes: 11_110, kept_bytes: 0 },
  ])
  await database.close()
})
