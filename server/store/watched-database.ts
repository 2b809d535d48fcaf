import { randomBytes } from "node:crypto"
import { statfs } from "node:fs/promises"
import { DatabaseUnavailable, type WhyUnavailable } from "./database-unavailable.ts"
import { rollback } from "./rollback.ts"
import type { Database, Sql } from "./sql.ts"

/** A time in which the database could not be reached, or written. */
export interface Outage {
  readonly why: WhyUnavailable
  /** The first error of it, in the engine's words. */
  readonly error: string
}

/** A database, and whether it works. */
export interface WatchedDatabase {
  readonly database: Database
  /** The outage that goes on now. It is over when a write has come through and nothing has failed for two seconds. */
  outage(): Outage | undefined
  /** Why it cannot be used now, by a read and a write of its own; answers within two seconds, whatever the database does. */
  check(): Promise<WhyUnavailable | undefined>
  /** Hears of an error that somebody met on a way of their own; false where it is not the database's doing. */
  hear(error: unknown): boolean
  /** During an outage, sees whether it is over. To be called every second. */
  look(): Promise<void>
}

/** Longer than this a check is not waited for, and so long its answer stands; in ms. */
const patienceMs = 1_500
const answerStandsMs = 1_000
/** Without an error for so long, an outage is over; in ms. */
const calmMs = 2_000
/** A disk with less room than one long answer takes is as good as full, in bytes. */
const leastRoom = 8 * 1024 * 1024

/**
 * The size of a test write that shows whether a full disk has room again, in bytes: a small row may fit on a disk that
 * is full.
 */
const roomBytes = 256 * 1024

const writeCheck = `
  insert into deployment (name, value) values ('last-check', ?)
  on conflict (name) do update set value = excluded.value`

/** Watches what becomes of everything that is asked of a database. `dataDir`: where it lies, if it is a file of ours. */
export function watchDatabase(database: Database, dataDir: string | undefined): WatchedDatabase {
  let outage: Outage | undefined
  let failedAt = -Infinity
  let checking: { readonly at: number; readonly answer: Promise<WhyUnavailable | undefined> } | undefined

  function hear(error: unknown): boolean {
    if (!(error instanceof DatabaseUnavailable)) return false
    failedAt = performance.now()
    outage ??= { why: error.why, error: error.message }
    return true
  }

  function failed(error: unknown): never {
    hear(error)
    throw error
  }

  const read: Sql = {
    all: (text, params) => database.read.all<never>(text, params).catch(failed),
    get: (text, params) => database.read.get<never>(text, params).catch(failed),
    run: (text, params) => database.read.run(text, params),
  }
  const watched: Database = {
    ...database,
    transaction: (op, sync) => database.transaction(op, sync).catch(failed),
    read,
    snapshot: (op) => database.snapshot(op).catch(failed),
  }

  async function tryIt(): Promise<WhyUnavailable | undefined> {
    try {
      await watched.transaction((sql) => sql.run(writeCheck, [new Date().toISOString()]), "later")
      if (dataDir === undefined) {
        if (outage?.why === "disk-full") await watched.transaction(takeRoom)
        return undefined
      }
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize < leastRoom ? "disk-full" : undefined
    } catch (error) {
      return error instanceof DatabaseUnavailable ? error.why : "failing"
    }
  }

  async function takeRoom(sql: Sql) {
    // Random, for what can be made smaller would be.
    await sql.run(writeCheck, [randomBytes(roomBytes).toString("base64")])
    return rollback(undefined)
  }

  function check(): Promise<WhyUnavailable | undefined> {
    const at = performance.now()
    if (checking === undefined || at - checking.at >= answerStandsMs) checking = { at, answer: tryIt() }
    const { answer } = checking
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve("away"), patienceMs)
      void answer.then((why) => {
        clearTimeout(late)
        resolve(why)
      })
    })
  }

  return {
    database: watched,
    outage: () => outage,
    check,
    hear,
    async look() {
      if (outage === undefined || performance.now() - failedAt < calmMs) return
      if ((await tryIt()) === undefined && performance.now() - failedAt >= calmMs) outage = undefined
    },
  }
}
