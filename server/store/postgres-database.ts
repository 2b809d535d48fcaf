import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { DatabaseUnavailable } from "./database-unavailable.ts"
import type { Database, Sql, SqlValue } from "./database.ts"
import { createNestingGuard } from "./nesting-guard.ts"
import { Rollback } from "./rollback.ts"

const connections = 10
/** Tries of a transaction that the engine gave up because of another one. */
const attempts = 8

/** PostgreSQL through a pool. READ COMMITTED suffices: every guard is in the `WHERE` of an update, checked again once the row is locked. */
export function openPostgres(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // A process that stops in mid-transaction must not keep its locks for ever.
    idle_in_transaction_session_timeout: 10_000,
    // Statements that need no answer of an earlier one leave together; an operation does so by Promise.all.
    pipeline: true,
    types: { getTypeParser: (oid: number, format?: "text" | "binary") => parserOf(oid, format) },
  })
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on("error", () => {})
  const guard = createNestingGuard()
  const read = sqlOver({
    async query(config) {
      guard.check()
      try {
        return await pool.query(config)
      } catch (error) {
        throw told(error)
      }
    },
  })

  async function inTransaction<T>(begin: string, op: (sql: Sql) => Promise<T | Rollback<T>>): Promise<T> {
    guard.check()
    const client = await pool.connect().catch((error: unknown) => Promise.reject(told(error)))
    let broken: Error | undefined
    try {
      const begun = client.query(begin)
      begun.catch(() => {})
      const answer = await guard.inside(() => op(sqlOver(client)))
      await begun
      if (answer instanceof Rollback) {
        await client.query("rollback")
        return answer.value
      }
      await client.query("commit")
      return answer
    } catch (error) {
      await client.query("rollback").catch((reason: Error) => (broken = reason))
      throw told(error)
    } finally {
      client.release(broken)
    }
  }

  return {
    dialect: "postgres",
    async transaction(op) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction("begin", op)
        } catch (error) {
          if (attempt === attempts || !isConflict(error)) throw error
          await delay(2 ** attempt * Math.random())
        }
      }
    },
    read: {
      ...read,
      async run() {
        throw new Error("database.read does not write: use a transaction")
      },
    },
    snapshot: (op) => inTransaction("begin isolation level repeatable read read only", op),
    async backup() {
      throw new Error("this database is PostgreSQL: make copies with pg_dump")
    },
    close: () => pool.end(),
  }
}

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

function sqlOver(client: Queryable): Sql {
  const query = (text: string, params: readonly SqlValue[] = []): Promise<pg.QueryResult> =>
    client.query({ ...named(text), values: [...params] })
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

/** Two transactions that cannot both be (serialization failure, deadlock): one of them may simply try again. */
function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40001" || error.code === "40P01")
}

/** An error as it is to be told: that of a server that is gone, restarts or is full is not one of the statement. */
function told(error: unknown): unknown {
  return isUnavailable(error) ? new DatabaseUnavailable(error) : error
}

function isUnavailable(error: unknown): boolean {
  // Connection lost; not enough of something, such as disk or connections; shut down or starting up.
  if (error instanceof pg.DatabaseError) return /^(08|53|57P0)/.test(error.code ?? "")
  if (!(error instanceof Error)) return false
  const code = "code" in error ? String(error.code) : ""
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code) ||
    /^Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message)
  )
}

const int8 = 20
const numeric = 1700

/** Whole numbers arrive as numbers (a SUM is `numeric`); one that a number cannot hold is refused rather than rounded. */
function parserOf(oid: number, format?: "text" | "binary") {
  if (oid !== int8 && oid !== numeric) return pg.types.getTypeParser(oid, format)
  return (value: string): number => {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw new RangeError(`not a safe integer: ${value}`)
    return number
  }
}
