/** The tables as they lie on disk, read without any of the server's code: what the server believes of them is no proof. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"

/** Whole numbers are numbers on both engines, and texts texts. */
export type Row = Readonly<Record<string, string | number | null>>

/** Runs one query and answers all its rows. */
export type Rows = <T extends Row>(query: string) => Promise<readonly T[]>

export interface Tables {
  /** Several queries of one state, while servers go on writing. */
  snapshot<T>(look: (rows: Rows) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The books of a running server: its data folder, or its PostgreSQL where it has one. */
export function openTables(dataDir: string, databaseUrl: string | undefined): Promise<Tables> {
  return databaseUrl === undefined ? openFile(join(dataDir, "prosa.sqlite")) : openServer(databaseUrl)
}

async function openFile(file: string): Promise<Tables> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  return {
    async snapshot(look) {
      database.exec("begin")
      try {
        return await look(async <T extends Row>(query: string) => database.prepare(query).all() as unknown as T[])
      } finally {
        database.exec("rollback")
      }
    },
    close: async () => database.close(),
  }
}

/** PostgreSQL's bigint and the numeric of its sums; ours are all below 2⁵³. */
const wholeNumbers: readonly number[] = [20, 1700]

async function openServer(databaseUrl: string): Promise<Tables> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    types: {
      getTypeParser: (oid: number, format?: "text") =>
        wholeNumbers.includes(oid) ? Number : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  })
  await client.connect()
  return {
    async snapshot(look) {
      await client.query("begin isolation level repeatable read read only")
      try {
        return await look(async <T extends Row>(query: string) => (await client.query<T>(query)).rows)
      } finally {
        await client.query("rollback")
      }
    },
    close: () => client.end(),
  }
}
