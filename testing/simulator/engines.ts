import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Database, Sql } from "../../server/store/sql.ts"
import { migrate } from "../../server/store/migrate.ts"
import { migrations } from "../../server/store/migrations.ts"
import { openPostgres } from "../../server/store/postgres-database.ts"
import { openSqlite } from "../../server/store/sqlite-database.ts"
import type { Rewrite, Work } from "./simulated-database.ts"

/** A real database that begins every seed empty. */
export interface Engine {
  /** A database with the schema and no rows. */
  fresh(): Promise<Database>
  /** Whether nothing of it is at work, so that the same seed takes the same turns. */
  quiet(work: Work): boolean
  close(): Promise<void>
}

const asItIs: Rewrite = (text) => text

/** The first rows of the schema. */
const firstRows = [
  "insert into catalogue (id, version) values (1, 0)",
  "insert into served_time (id, ms) values (1, 0)",
]

async function empty(sql: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql.run(`delete from ${table}`)
  for (const row of firstRows) await sql.run(row)
}

/** SQLite in a file that is emptied for each seed; in memory where the system has a place for that. */
export async function sqliteEngine(rewrite: Rewrite = asItIs): Promise<Engine> {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "prosa-simulator-"))
  const database = await openSqlite(folder, "lives")
  await migrate(rewriting(database, rewrite), migrations)
  const rows = await database.transaction(async (sql) => {
    // These triggers forbid deleting from the books, which emptying the database between two seeds must do.
    for (const table of ["txn", "entry"]) await sql.run(`drop trigger ${table}_no_delete`)
    return sql.all<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not in ('migration') order by rowid desc",
    )
  })
  return {
    async fresh() {
      await database.transaction((sql) =>
        empty(
          sql,
          rows.map(({ name }) => name),
        ),
      )
      return database
    },
    // One writer: while a transaction waits for its turn, the others wait for it.
    quiet: ({ active, paused }) => active === 0 || paused > 0,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** How long PostgreSQL is given to come back, in ms: a statement that waits for a lock comes back when others went on. */
const patienceMs = 4

/** PostgreSQL in a schema of its own, emptied for each seed. */
export async function postgresEngine(url: string, rewrite: Rewrite = asItIs): Promise<Engine> {
  const schema = `simulator_${randomBytes(4).toString("hex")}`
  const maker = openPostgres(url)
  await maker.transaction((sql) => sql.run(`create schema ${schema}`))
  await maker.close()
  const own = new URL(url)
  own.searchParams.set("options", `-c search_path=${schema}`)
  const database = openPostgres(own.href)
  await migrate(rewriting(database, rewrite), migrations)
  let since = 0
  return {
    async fresh() {
      await database.transaction(async (sql) => {
        await sql.run("set local session_replication_role = replica")
        const tables = await sql.all<{ name: string }>(
          "select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migration'",
        )
        await empty(
          sql,
          tables.map(({ name }) => name),
        )
      })
      return database
    },
    quiet({ active, paused }) {
      if (active === paused) since = 0
      else if (since === 0) since = performance.now()
      const done = since === 0 || performance.now() - since > patienceMs
      if (done) since = 0
      return done
    },
    close: () => database.close(),
  }
}

function rewriting(database: Database, rewrite: Rewrite): Database {
  return {
    ...database,
    transaction: (op) =>
      database.transaction((sql) =>
        op({
          all: (text, params) => sql.all(rewrite(text), params),
          get: (text, params) => sql.get(rewrite(text), params),
          run: (text, params) => sql.run(rewrite(text), params),
        }),
      ),
  }
}
