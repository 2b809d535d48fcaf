import { join } from "node:path"
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite"
import { setTimeout as delay } from "node:timers/promises"
import { makeDataFolder } from "./data-folder.ts"
import { DatabaseUnavailable, type WhyUnavailable } from "./database-unavailable.ts"
import type { Database, Sql, SqlValue, Sync } from "./sql.ts"
import { createNestingGuard } from "./nesting-guard.ts"
import { Rollback } from "./rollback.ts"
import { createWriterQueue } from "./writer-queue.ts"

/** How long a write waits for another process's write (the admin command line) before it fails. */
const busyMs = 10_000
/** The part of that wait spent inside SQLite, where it blocks the event loop. */
const busyInsideMs = 20

/**
 * SQLite in one file: write-ahead log, commits synced to disk but those that may be later. One connection writes, another reads, so a read never
 * sees what is not committed. Writes go through the writer queue (group commit).
 */
export async function openSqlite(dataDir: string, name: string): Promise<Database> {
  makeDataFolder(dataDir)
  const file = join(dataDir, name)
  const writer = connect(file)
  // Two processes that open a new file at once may meet here.
  await whenFree(() => writer.exec("pragma journal_mode = wal; pragma synchronous = full"))
  // In memory is also what a savepoint may have to undo: in a file it is most of what a request writes.
  writer.exec("pragma wal_autocheckpoint = 8000; pragma cache_size = -4096; pragma temp_store = memory")
  const reader = connect(file)
  reader.exec("pragma query_only = on")
  const guard = createNestingGuard()
  const write = sqlOver(writer)
  const step = (text: string) => {
    const statement = writer.prepare(text)
    return () => void statement.run()
  }
  const [begin, savepoint, release, undo, commit, rollBack] = [
    step("begin immediate"),
    step("savepoint op"),
    step("release op"),
    step("rollback to op"),
    step("commit"),
    step("rollback"),
  ] as const
  let syncing: Sync = "now"
  const queue = createWriterQueue({
    begin(sync) {
      if (sync !== syncing) writer.exec(`pragma synchronous = ${sync === "now" ? "full" : "normal"}`)
      syncing = sync
      return whenFree(begin)
    },
    savepoint,
    release,
    rollbackToSavepoint() {
      undo()
      release()
    },
    commit: () => whenFree(commit),
    rollback: rollBack,
    isOpen: () => writer.isTransaction,
  })

  return {
    dialect: "sqlite",
    async transaction<T>(op: (sql: Sql) => Promise<T | Rollback<T>>, sync?: Sync) {
      guard.check()
      const answer = await queue.add(() => guard.inside(() => op(write)), sync).catch(tell)
      return answer instanceof Rollback ? (answer as Rollback<T>).value : (answer as T)
    },
    read: guarded(sqlOver(reader), guard.check),
    async snapshot(op) {
      guard.check()
      let connection: DatabaseSync | undefined
      try {
        connection = connect(file)
        connection.exec("pragma query_only = on; begin")
        return await op(sqlOver(connection))
      } catch (error) {
        return tell(error)
      } finally {
        connection?.close()
      }
    },
    async close() {
      await queue.idle()
      reader.close()
      writer.close()
    },
  }
}

function connect(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyInsideMs, enableForeignKeyConstraints: true })
}

/** Tries again while another process holds the write lock, giving the event loop its turn between. */
async function whenFree(step: () => void): Promise<void> {
  for (const deadline = Date.now() + busyMs; ; await delay(5)) {
    try {
      return step()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
    }
  }
}

/** SQLite's words, by its number: another process writes; the file may not be written; the disk fails; it is full; no file. */
const busy = 5
const unavailable: ReadonlyMap<number | undefined, WhyUnavailable> = new Map([
  [busy, "busy"],
  [8, "read-only"],
  [10, "failing"],
  [13, "disk-full"],
  [14, "failing"],
])

function isBusy(error: unknown): boolean {
  return resultCode(error) === busy
}

/** Throws it as what it is: the database's trouble, or that of the statement. */
function tell(error: unknown): never {
  const why = unavailable.get(resultCode(error))
  // Whether a failing disk has a commit is only known when it is read again.
  throw why === undefined ? error : new DatabaseUnavailable(error, { why, mayHaveCommitted: why === "failing" })
}

function resultCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined
}

function sqlOver(connection: DatabaseSync): Sql {
  const prepared = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    let found = prepared.get(text)
    if (found === undefined) {
      // With one writer at a time, what a transaction has read nobody else changes.
      const statement = connection.prepare(text.replace(/ for update$/, ""))
      statement.setReturnArrays(true)
      found = { statement, columns: statement.columns().map(({ name }) => name) }
      prepared.set(text, found)
    }
    return found
  }
  return {
    async all<Row>(text: string, params: readonly SqlValue[] = []) {
      const { statement, columns } = prepare(text)
      return statement.all(...params).map((values) => rowOf(columns, values)) as Row[]
    },
    async get<Row>(text: string, params: readonly SqlValue[] = []) {
      const { statement, columns } = prepare(text)
      const values = statement.get(...params)
      return (values && rowOf(columns, values)) as Row | undefined
    },
    async run(text, params = []) {
      return Number(prepare(text).statement.run(...params).changes)
    },
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>

interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly string[]
}

/** A row from its values. The objects that Node makes of rows by itself are slow dictionaries of three times the size. */
function rowOf(columns: readonly string[], values: Row): Row {
  const row: Record<string, SQLOutputValue> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ""] = values[at] ?? null
  return row
}

function guarded(sql: Sql, check: () => void): Sql {
  return {
    async all(text, params) {
      check()
      return sql.all<never>(text, params).catch(tell)
    },
    async get(text, params) {
      check()
      return sql.get<never>(text, params).catch(tell)
    },
    async run() {
      throw new Error("database.read does not write: use a transaction")
    },
  }
}
