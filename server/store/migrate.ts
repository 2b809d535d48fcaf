import { OperatorError } from "./operator-error.ts"
import type { Database, Dialect, Sql } from "./sql.ts"

/** One step of the schema's history. Once released it never changes: a change is a new step. */
export interface Migration {
  /** 1, 2, 3, … without gaps. */
  readonly number: number
  readonly name: string
  readonly statements: (dialect: Dialect) => readonly string[]
}

/**
 * Which steps may be applied: all that the database lacks, or none unless it is a new one. Another server may be running on
 * a database that is in use, and only a start of the program is meant to change that under it.
 */
export type Applied = "all" | "of-a-new-database"

/** Applies the steps the database has not seen, all or none, and records them. Safe when several servers start at once. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  which: Applied = "all",
): Promise<void> {
  for (const [index, { number, name }] of migrations.entries())
    if (number !== index + 1) throw new Error(`migration ${number} (${name}) should be number ${index + 1}`)
  await database.transaction(async (sql) => {
    // Two servers that start together take turns; SQLite's `begin immediate` does this by itself.
    if (database.dialect === "postgres") await sql.get("select pg_advisory_xact_lock(7265107)")
    await sql.run("create table if not exists migration (number bigint primary key, name text not null)")
    const applied = await appliedNumbers(sql)
    if (applied.length > migrations.length)
      throw new OperatorError(
        `the database is newer (step ${applied.length}) than this program (step ${migrations.length})`,
      )
    if (which === "of-a-new-database" && applied.length > 0 && applied.length < migrations.length)
      throw new OperatorError(
        `the database is of an earlier version (step ${applied.length}, this program has ${migrations.length}): stop the servers and start the new version first`,
      )
    for (const { number, name, statements } of migrations.slice(applied.length)) {
      for (const statement of statements(database.dialect)) await sql.run(statement)
      await sql.run("insert into migration (number, name) values (?, ?)", [number, name])
    }
  })
}

async function appliedNumbers(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.all<{ number: number }>("select number from migration order by number")
  for (const [index, { number }] of rows.entries())
    if (number !== index + 1) throw new Error(`the database lacks migration ${index + 1}`)
  return rows.map(({ number }) => number)
}
