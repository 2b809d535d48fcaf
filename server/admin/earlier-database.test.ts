import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { programEnvironment } from "../../testing/program-environment.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { migrate } from "../store/migrate.ts"
import { migrations } from "../store/migrations.ts"
import { openPostgres } from "../store/postgres-database.ts"
import { openSqlite } from "../store/sqlite-database.ts"
import type { Database } from "../store/sql.ts"

const cli = join(import.meta.dirname, "cli.ts")
const postgres = await freshPostgres()
const dataDir = tempFolder("prosa-earlier")
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await postgres?.close()
})

const steps = async (database: Database) =>
  (await database.read.all<{ number: number }>("select number from migration")).length

test.each([
  ["SQLite", { DATA_DIR: dataDir }, () => openSqlite(dataDir, "prosa.sqlite")],
  [
    "PostgreSQL",
    postgres && { DATA_DIR: dataDir, DATABASE_URL: postgres.url },
    async () => openPostgres(postgres?.url ?? ""),
  ],
] as const)("%s: no command changes the schema under a server of the version before", async (name, env, open) => {
  if (env === undefined) return
  const database = await open()
  await migrate(database, migrations.slice(0, -1))
  const admin = (...words: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...words], {
      cwd: dataDir,
      env: { ...programEnvironment, ...env },
      encoding: "utf8",
    })
  for (const words of [
    ["ledger", "verify", "--json"],
    ["code", "create", "--kind", "free"],
  ]) {
    const { status, stderr } = admin(...words)
    expect(status).toBe(1)
    expect(stderr).toContain("stop the servers and start the new version first")
  }
  if (name === "SQLite") {
    const copy = join(dataDir, "copy.sqlite")
    expect(admin("backup", copy)).toMatchObject({ status: 0 })
    const copied = await openSqlite(dataDir, "copy.sqlite")
    expect(await steps(copied)).toBe(migrations.length - 1)
    await copied.close()
  }
  expect(await steps(database)).toBe(migrations.length - 1)
  await database.close()
})
