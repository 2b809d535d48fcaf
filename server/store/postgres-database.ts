import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { DatabaseUnavailable } from "./database-unavailable.ts"
import type { Database, Sql, SqlValue } from "./sql.ts"
import { createNestingGuard } from "./nesting-guard.ts"
import type { PostgresConnection } from "./postgres-connection.ts"
import { endsConnection, isConflict, whyRefused } from "./postgres-errors.ts"
import { createPostgresPool } from "./postgres-pool.ts"
import { Rollback } from "./rollback.ts"

/** Tries of a transaction that the engine gave up because of another one; then it has too much to do. */
const attempts = 8
/** So long after its beginning an operation whose connection was lost is begun anew, in ms. */
const patienceMs = 15_000

/** The connection was lost and nothing has changed: over another one the same may be tried again. */
class Undone extends Error {}

/** PostgreSQL through a pool. READ COMMITTED suffices: every guard is in the `WHERE` of an update, checked again once the row is locked. */
export function openPostgres(databaseUrl: string): Database {
  const pool = createPostgresPool(databaseUrl)
  const guard = createNestingGuard()
  const read = sqlOver({
    query(config) {
      guard.check()
      return untilDone(async () => {
        const connection = await pool.acquire()
        try {
          return await connection.query(config)
        } catch (error) {
          throw told(connection, error)
        } finally {
          pool.release(connection)
        }
      })
    },
  })

  async function inTransaction<T>(begin: string, op: (sql: Sql) => Promise<T | Rollback<T>>): Promise<T> {
    guard.check()
    const connection = await pool.acquire()
    let committing = false
    try {
      const begun = connection.query(begin)
      begun.catch(() => {})
      const answer = await guard.inside(() => op(sqlOver(connection)))
      await begun
      if (answer instanceof Rollback) {
        await connection.query("rollback")
        return answer.value
      }
      // Where the connection is lost by now, it is not even sent.
      committing = connection.lost === undefined
      const { command } = await connection.query("commit")
      if (command !== "COMMIT") throw new Error("a statement of the transaction failed, and nobody heard of it")
      return answer
    } catch (error) {
      // Where the connection breaks, the server rolls back by itself.
      await connection.query("rollback").catch((reason: Error) => connection.cut(reason.message))
      if (!committing || connection.lost === undefined) throw told(connection, error)
      // The outcome of the commit is final when the server's process has ended; any later reader sees it.
      await pool.whenGone(connection)
      throw new DatabaseUnavailable(error, { why: "away", mayHaveCommitted: true })
    } finally {
      pool.release(connection)
    }
  }

  /** Maps an error: one that means that the server is gone, restarts or is full is not an error of the statement. */
  function told(connection: PostgresConnection, error: unknown): unknown {
    if (endsConnection(error)) connection.cut(String(error))
    if (connection.lost !== undefined) return new Undone("the connection was lost", { cause: error })
    const why = whyRefused(error)
    if (why === undefined) return error
    // The way may lead elsewhere by now: this is a standby, or was made one.
    if (why === "read-only") pool.release(connection, "ended")
    return new DatabaseUnavailable(error, { why, mayHaveCommitted: false })
  }

  return {
    dialect: "postgres",
    transaction: (op) => untilDone(() => inTransaction("begin", op)),
    read: {
      ...read,
      async run() {
        throw new Error("database.read does not write: use a transaction")
      },
    },
    snapshot: (op) => untilDone(() => inTransaction("begin isolation level repeatable read read only", op)),
    close: () => pool.close(),
  }
}

/** Does it again where another transaction or a lost connection has undone it. */
async function untilDone<T>(op: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (let conflicts = 0, losses = 0; ;) {
    try {
      return await op()
    } catch (error) {
      if (error instanceof Undone) {
        if (performance.now() >= until)
          throw new DatabaseUnavailable(error.cause, { why: "away", mayHaveCommitted: false })
        await delay(Math.min(10 * 2 ** losses++, 500) * Math.random())
      } else if (!isConflict(error)) throw error
      else if (++conflicts === attempts) throw new DatabaseUnavailable(error, { why: "busy", mayHaveCommitted: false })
      else await delay(2 ** conflicts * Math.random())
    }
  }
}

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

function sqlOver(client: Queryable): Sql {
  const query = (text: string, params: readonly SqlValue[] = []): Promise<pg.QueryResult> =>
    client.query({ ...named(text), values: params.map(storable) })
  return {
    async all<Row>(text: string, params?: readonly SqlValue[]) {
      return (await query(text, params)).rows as Row[]
    },
    async get<Row>(text: string, params?: readonly SqlValue[]) {
      return (await query(text, params)).rows[0] as Row | undefined
    },
    async run(text, params) {
      return (await query(text, params)).rowCount ?? 0
    },
  }
}

/** PostgreSQL takes no NUL in a text, and fails; SQLite does. Here one is what Unicode has for what cannot be said, wherever it is written or sought. */
function storable(value: SqlValue): SqlValue {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value
}

const statements = new Map<string, { readonly name: string; readonly text: string }>()

/** The text with `$n` for `?`, under a name by which each connection prepares it once. */
function named(text: string): { readonly name: string; readonly text: string } {
  let found = statements.get(text)
  if (found === undefined) {
    let n = 0
    found = { name: `s${statements.size}`, text: text.replace(/\?/g, () => `$${++n}`) }
    statements.set(text, found)
  }
  return found
}
