import { DatabaseUnavailable } from "./database-unavailable.ts"
import { openConnection, type PostgresConnection } from "./postgres-connection.ts"
import { createOrphans } from "./postgres-orphans.ts"
import { findSilent } from "./postgres-silence.ts"

/**
 * Connections to one PostgreSQL server. While it is away one attempt after the other is made, and nobody else tries: who asks
 * in the first seconds of that waits, who asks later is refused at once, until an attempt succeeds.
 */
export interface PostgresPool {
  /** A connection of one's own until it is released; rejects with `DatabaseUnavailable`. */
  acquire(): Promise<PostgresConnection>
  /** Gives it back, or ends it: one that serves no more is not kept for others. */
  release(connection: PostgresConnection, how?: "kept" | "ended"): void
  /** Resolves when a lost connection's process on the server has ended too, or that cannot be learnt in time. */
  whenGone(connection: PostgresConnection): Promise<void>
  /** Ends all, those in use when they are released. */
  close(): Promise<void>
}

const most = 10
/** How many may wait for a connection, and for how long, in ms. */
const mostWaiting = 5_000
const patienceMs = 5_000
/** How long opening one may take, in ms. */
const openingMs = 5_000
/** While the server is away: how often it is tried; when an attempt that hangs gets company, and how much; in ms. */
const retryMs = 250
const hedgeMs = 1_000
const mostAttempts = 5
/** One that nobody needed for so long is ended, in ms. */
const idleMs = 10_000
const lookMs = 1_000

interface Waiting {
  readonly timer: NodeJS.Timeout
  take(connection: PostgresConnection): void
  refuse(error: DatabaseUnavailable): void
}

export function createPostgresPool(databaseUrl: string): PostgresPool {
  const inUse = new Set<PostgresConnection>()
  /** Those that nobody uses, with since when; the last one used last. */
  const idle: { readonly connection: PostgresConnection; readonly since: number }[] = []
  const waiting: Waiting[] = []
  const orphans = createOrphans()
  let opening = 0
  let lastAttemptAt = 0
  let hasOpened = false
  let trouble: unknown
  let awaySince: number | undefined
  let retrying: NodeJS.Timeout | undefined
  let closing: { readonly closed: Promise<void>; readonly tell: () => void } | undefined

  let isLooking = false
  const looking = setInterval(() => void look(), lookMs)
  looking.unref()

  const refusal = () =>
    new DatabaseUnavailable(trouble ?? new Error(`no connection within ${patienceMs} ms`), {
      why: "away",
      mayHaveCommitted: false,
    })
  const size = () => inUse.size + idle.length

  async function open(): Promise<void> {
    opening += 1
    lastAttemptAt = performance.now()
    try {
      const connection = await openConnection(databaseUrl, { timeoutMs: openingMs, onLost: forget })
      inUse.add(connection)
      // Their locks must be released, and their pending work must be done, before anybody reads.
      await orphans.end(connection)
      inUse.delete(connection)
      opening -= 1
      isBack()
      enter(connection)
    } catch (error) {
      opening -= 1
      isNotThere(error)
    }
  }

  function isBack(): void {
    hasOpened = true
    trouble = undefined
    awaySince = undefined
    clearInterval(retrying)
    retrying = undefined
  }

  function isNotThere(error: unknown): void {
    trouble = error
    if (closing) return finishClosing()
    // At the start a problem is reported to the operator at once.
    if (!hasOpened) return refuseAll()
    if (size() === 0) awaySince ??= performance.now()
    retrying ??= setInterval(retry, retryMs)
  }

  function retry(): void {
    if (awaySince === undefined && waiting.length === 0 && orphans.none()) {
      clearInterval(retrying)
      retrying = undefined
      return
    }
    const hangs = opening > 0 && performance.now() - lastAttemptAt >= hedgeMs
    if (opening === 0 || (hangs && opening < mostAttempts)) void open()
  }

  /** Opens as many as are waited for. While that fails, `retry` alone tries. */
  function grow(): void {
    if (retrying !== undefined || closing) return
    while (opening < waiting.length && size() + opening < most) void open()
  }

  function enter(connection: PostgresConnection): void {
    if (connection.lost !== undefined) return grow()
    if (closing) {
      connection.end()
      return finishClosing()
    }
    const next = waiting.shift()
    if (next) {
      inUse.add(connection)
      next.take(connection)
    } else idle.push({ connection, since: performance.now() })
    grow()
  }

  /** Hears of every connection's end. */
  function forget(connection: PostgresConnection): void {
    const at = idle.findIndex((one) => one.connection === connection)
    if (at >= 0) idle.splice(at, 1)
    if (!inUse.delete(connection)) return
    orphans.add(connection.backend)
    if (closing) return finishClosing()
    // Its process on the server is to be ended, whether anybody waits or not.
    if (opening === 0 && retrying === undefined) void open()
  }

  function take(): PostgresConnection | undefined {
    const connection = idle.pop()?.connection
    if (connection) inUse.add(connection)
    return connection
  }

  function wait(forMs: number): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const me: Waiting = {
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(me), 1)
          reject(refusal())
        }, forMs),
        take(connection) {
          clearTimeout(me.timer)
          resolve(connection)
        },
        refuse(error) {
          clearTimeout(me.timer)
          reject(error)
        },
      }
      waiting.push(me)
      grow()
    })
  }

  function refuseAll(): void {
    for (const one of waiting.splice(0)) one.refuse(refusal())
  }

  function endIdle(olderThan = 0): void {
    const before = performance.now() - olderThan
    for (const { connection } of idle.filter(({ since }) => since <= before)) connection.end()
  }

  async function look(): Promise<void> {
    endIdle(idleMs)
    if (isLooking) return
    isLooking = true
    const silent = await findSilent(databaseUrl, inUse, openingMs)
    isLooking = false
    for (const connection of silent) connection.cut("the database does not answer")
    // The others went the same way.
    if (silent.length > 0) endIdle()
  }

  function finishClosing(): void {
    if (closing && inUse.size === 0 && opening === 0) {
      clearInterval(looking)
      closing.tell()
    }
  }

  return {
    async acquire() {
      if (closing) throw new Error("the database is closed")
      const ready = take()
      if (ready) return ready
      const forMs = awaySince === undefined ? patienceMs : awaySince + patienceMs - performance.now()
      if (forMs <= 0 || waiting.length >= mostWaiting) throw refusal()
      return wait(forMs)
    },
    release(connection, how = "kept") {
      // A lost one was forgotten when it was lost.
      if (!inUse.delete(connection)) return
      if (how === "kept") return enter(connection)
      connection.end()
      // Others of its age may have led to the same server.
      endIdle()
      finishClosing()
      grow()
    },
    async whenGone(connection) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
      await Promise.race([orphans.ended(connection.backend), late])
      clearTimeout(timer)
    },
    close() {
      if (closing) return closing.closed
      let tell = () => {}
      const closed = new Promise<void>((resolve) => (tell = resolve))
      closing = { closed, tell }
      clearInterval(retrying)
      refuseAll()
      endIdle()
      finishClosing()
      return closed
    },
  }
}
