import { type Applied, migrate } from "./migrate.ts"
import { migrations } from "./migrations.ts"
import type { Database } from "./sql.ts"
import { openSqlite } from "./sqlite-database.ts"

export interface DatabaseOptions {
  /** `postgres://…`; absent: SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}

/** The name of the SQLite file within the data folder. */
export const sqliteFile = "prosa.sqlite"

/** Opens the database and brings its schema up to date, or refuses one of an earlier version, where only a new one may be changed. */
export async function openDatabase(options: DatabaseOptions, which: Applied = "all"): Promise<Database> {
  const database =
    options.databaseUrl === undefined
      ? await openSqlite(options.dataDir, sqliteFile)
      : // Loaded when it is used: who has no PostgreSQL needs no driver in memory.
        (await import("./postgres-database.ts")).openPostgres(options.databaseUrl)
  try {
    await migrate(database, migrations, which)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
