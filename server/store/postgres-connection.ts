import { Socket } from "node:net"
import pg from "pg"

/**
 * One connection to a PostgreSQL server that never throws by itself: whatever breaks it is an error for those who use
 * it.
 */
export interface PostgresConnection {
  /** Names the process that serves it; no other one, earlier or later, has the same name. */
  readonly backend: string
  /** Statements may leave before the earlier ones are answered; they are answered in their order. */
  query(config: string | pg.QueryConfig): Promise<pg.QueryResult>
  /** Why nothing can be asked of it any more. */
  readonly lost: Error | undefined
  /** For how long it has owed an answer without sending a byte, in ms; 0 while it owes none. Looks each time it is called. */
  silentMs(): number
  /** Counts its silence from now on. */
  excuse(): void
  /** Says goodbye. */
  end(): void
  /** Breaks it at once. */
  cut(why: string): void
}

export interface OpenOptions {
  /** How long opening may take, in ms. */
  readonly timeoutMs: number
  /** Hears of its end, once, whatever brought it about. */
  readonly onLost?: (connection: PostgresConnection) => void
}

/**
 * How long a process that stands still in mid-transaction keeps its locks, in ms. Others wait for them when they close what a
 * dead server left, which they may do 6 s after its death (`servers/membership.ts`) and should have done 10 s after it.
 */
const longestIdleInTransactionMs = 3_000
/** From when on the system asks a silent other side whether it is still there, in ms. */
const keepAliveAfterMs = 10_000
/** How long a goodbye may take, in ms. */
const goodbyeMs = 1_000

const whoServes = `
  select pid || ' ' || extract(epoch from backend_start) as backend from pg_stat_activity where pid = pg_backend_pid()`
/**
 * What an operator has set for the role or the database, and must not be so here. A time limit could end `begin` alone, and what
 * was sent along with it would run outside of any transaction; what takes too long is ended from here. In a stricter isolation
 * whoever waits for a row that another one writes is undone instead (`openPostgres`).
 */
const ourSettings = "set statement_timeout = 0; set default_transaction_isolation = 'read committed'"

/** Opens a connection; rejects with the reason where there is none within its time. */
export async function openConnection(
  databaseUrl: string,
  { timeoutMs, onLost = () => {} }: OpenOptions,
): Promise<PostgresConnection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: databaseUrl,
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    idle_in_transaction_session_timeout: longestIdleInTransactionMs,
    // Statements that need no answer of an earlier one leave together; an operation does so by Promise.all.
    pipeline: true,
    types: { getTypeParser: (oid: number, format?: "text" | "binary") => parserOf(oid, format) },
  })
  let lost: Error | undefined
  let backend = ""
  let owed = 0
  let heardBytes = 0
  let heardAt = performance.now()

  const connection: PostgresConnection = {
    get backend() {
      return backend
    },
    async query(config) {
      owed += 1
      try {
        return await client.query(config)
      } finally {
        owed -= 1
      }
    },
    get lost() {
      return lost
    },
    silentMs() {
      if (owed === 0 || socket.bytesRead !== heardBytes) {
        heardBytes = socket.bytesRead
        heardAt = performance.now()
      }
      return performance.now() - heardAt
    },
    excuse() {
      heardAt = performance.now()
    },
    end() {
      lose(new Error("the connection was closed"))
      const patience = setTimeout(() => socket.destroy(), goodbyeMs)
      void client.end().then(() => clearTimeout(patience))
    },
    cut(why) {
      lose(new Error(why))
      socket.destroy()
    },
  }

  let isOpen = false
  function lose(error: Error): void {
    if (lost !== undefined) return
    lost = error
    if (isOpen) onLost(connection)
  }
  // Without listeners for the life of the connection, an error of it would end the process.
  client.on("error", lose)
  client.on("end", () => lose(new Error("the connection has ended")))

  const late = setTimeout(() => socket.destroy(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs)
  try {
    await client.connect()
    const [found] = await Promise.all([client.query<{ backend: string }>(whoServes), client.query(ourSettings)])
    backend = found.rows[0]?.backend ?? ""
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(late)
  }
  if (lost !== undefined) throw lost
  isOpen = true
  return connection
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
