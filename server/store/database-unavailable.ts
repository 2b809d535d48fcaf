import type { Timers } from "../timers.ts"

/**
 * The database cannot be reached, or cannot write, for the moment; nothing is wrong with what was asked of it. Whether a
 * commit that was under way came through is not known.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "DatabaseUnavailable"
  }
}

/** What is waited before each further try, in ms: half a minute in all, in which a database that restarts is back. */
const waits = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/**
 * Does something that must reach the disk, again while the database is not available. `op` may have come through unheard, so
 * doing it twice must be doing it once. Gives up with another error than that of the database.
 */
export async function persistently<T>(timers: Timers, op: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await op()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      const waitMs = waits[tried]
      if (waitMs === undefined) throw new Error(error.message, { cause: error })
      await new Promise<void>((resolve) => void timers.after(waitMs, resolve))
    }
  }
}
