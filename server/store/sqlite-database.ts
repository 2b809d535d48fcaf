import { join } from "node:path"
import { backup, DatabaseSync, type StatementSync } from "node:sqlite"
import { setTimeout as delay } from "node:timers/promises"
import { makeDataFolder } from "./data-folder.ts"
import { DatabaseUnavailable } from "./database-unavailable.ts"
import type { Database, Sql, SqlValue, Sync } from "./database.ts"
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
      const answer = await queue
        .add(() => guard.inside(() => op(write)), sync)
        .catch((error: unknown) => Promise.reject(isUnavailable(error) ? new DatabaseUnavailable(error) : error))
      return answer instanceof Rollback ? (answer as Rollback<T>).value : (answer as T)
    },
    read: guarded(sqlOver(reader), guard.check),
    async snapshot(op) {
      guard.check()
      const connection = connect(file)
      try {
        connection.exec("pragma query_only = on; begin")
        return await op(sqlOver(connection))
      } finally {
        connection.close()
      }
    },
    async backup(target) {
      await backup(reader, target)
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

/** SQLite's words: another process writes; the disk failed; it is full. */
const [busy, ioError, full] = [5, 10, 13]

function isBusy(error: unknown): boolean {
  return resultCode(error) === busy
}

function isUnavailable(error: unknown): boolean {
  const code = resultCode(error)
  return code === busy || code === ioError || code === full
}

function resultCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined
}

function sqlOver(connection: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>()
  const statement = (text: string): StatementSync => {
    let found = prepared.get(text)
    if (found === undefined) {
      // With one writer at a time, what a transaction has read nobody else changes.
      found = connection.prepare(text.replace(/ for update$/, ""))
      prepared.set(text, found)
    }
    return found
  }
  return {
    async all<Row>(text: string, params: readonly SqlValue[] = []) {
      return statement(text).all(...params) as Row[]
    },
    async get<Row>(text: string, params: readonly SqlValue[] = []) {
      return statement(text).get(...params) as Row | undefined
    },
    async run(text, params = []) {
      return Number(statement(text).run(...params).changes)
    },
  }
}

function guarded(sql: Sql, check: () => void): Sql {
  return {
    async all(text, params) {
      check()
      return sql.all(text, params)
    },
    async get(text, params) {
      check()
      return sql.get(text, params)
    },
    async run() {
      throw new Error("database.read does not write: use a transaction")
    },
  }
}
