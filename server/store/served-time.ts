import type { Database } from "./sql.ts"

/**
 * For how long servers have served a database, in ms: a clock that nobody sets. Rows carry a reading of it (`served_at`),
 * taken by the statement that writes them; what is erased for its age is old by this clock and by the one on the wall, so
 * that a wall clock which is wrong for a moment, or for days, erases nothing.
 */
export interface ServedTime {
  /** Adds what has passed since the last call; every sweep begins with it. */
  advance(): Promise<void>
}

/** As an expression of a statement: the reading at this moment, in ms. */
export const servedNow = "(select ms from served_time)"

/** The most that one call adds, in ms: a little over one sweep, whatever the server's clock says. */
const mostAtOnceMs = 20_000

const read = "select ms from served_time"
/** (ms, ms) */
const raise = "update served_time set ms = ? where ms < ?"

/**
 * `steady` is this server's own clock for how long something lasts, in ms. Servers that share a database do not add up: each
 * raises the reading to what it was at its last call and the time since, where another has not done so already.
 */
export function createServedTime(database: Pick<Database, "transaction">, steady: () => number): ServedTime {
  let last: { readonly reading: number; readonly at: number } | undefined

  return {
    async advance() {
      // A column of whole ms takes no part of one.
      const at = Math.floor(steady())
      const own = last === undefined ? 0 : last.reading + Math.min(at - last.at, mostAtOnceMs)
      const reading = await database.transaction(async (sql) => {
        await sql.run(raise, [own, own])
        return (await sql.get<{ ms: number }>(read))?.ms ?? 0
      }, "later")
      last = { reading, at }
    },
  }
}
