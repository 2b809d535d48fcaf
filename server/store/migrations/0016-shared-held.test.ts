import { afterAll, expect, test } from "vitest"
import { freshPostgres } from "../../../testing/postgres.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { migrate } from "../migrate.ts"
import { migrations } from "../migrations.ts"
import { openPostgres } from "../postgres-database.ts"
import { openSqlite } from "../sqlite-database.ts"
import { sharedHeld } from "./0016-shared-held.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test.each(["SQLite", "PostgreSQL"])(
  "what was shared before is counted on %s, where its bytes are there",
  async (engine) => {
    if (engine === "PostgreSQL" && !postgres) return
    const database =
      engine === "SQLite" ? await openSqlite(tempFolder("prosa-upgrade"), "test.sqlite") : openPostgres(postgres!.url)
    await migrate(database, migrations.slice(0, sharedHeld.number - 1))
    const rows = [
      ["a", "visitor:1", 10_000, "live"],
      ["b", "visitor:1", 1, "hidden"],
      ["c", "visitor:2", 5_000, "removed"],
      ["d", "visitor:2", 70_000, "expired"],
      ["e", "code:x", 20_000, "storing"],
    ] as const
    await database.transaction(async (sql) => {
      for (const [id, owner, bytes, state] of rows) {
        await sql.run(
          `insert into shared_file (id, kind, owner, type, bytes, delete_hash, state, created_at, expires_at)
         values (?, 'upload', ?, 'image/png', ?, 'h', ?, 0, 1)`,
          [id, owner, bytes, state],
        )
      }
    })
    await migrate(database, migrations)
    expect(await database.read.all("select subject, bytes from shared_held order by subject")).toEqual([
      { subject: "code:x", bytes: 20_000 },
      { subject: "visitor:1", bytes: 14_096 },
      { subject: "visitor:2", bytes: 5_000 },
      { subject: "visitors", bytes: 19_096 },
    ])
    await database.close()
  },
)
