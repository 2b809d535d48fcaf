import type { Log } from "../http/log.ts"
import { DatabaseUnavailable } from "../store/database-unavailable.ts"
import type { Outage } from "../store/watched-database.ts"

/** The log of an outage of the database: a line at the beginning, one a minute, one at the end. */
export interface OutageLog {
  /** Counts a failure that the database caused; false for any other, which somebody else should report. */
  counts(what: string, error: unknown): boolean
  /** Writes the line that is due. To be called every second. */
  look(): void
}

const minuteMs = 60_000

export interface OutageLogDeps {
  readonly outage: () => Outage | undefined
  readonly log: Log
  /** In ms. */
  readonly now: () => number
}

/** However many requests fail in an outage, and however often it comes and goes, it is two lines a minute. */
export function createOutageLog({ outage, log, now }: OutageLogDeps): OutageLog {
  const failed = new Map<string, number>()
  let toldAt = -Infinity
  /** The beginning of the reported outage that is not over. */
  let since: number | undefined

  /** The failures since the last line. */
  function counted(): Readonly<Record<string, number>> {
    const counts = Object.fromEntries(failed)
    failed.clear()
    return counts
  }

  return {
    counts(what, error) {
      if (!(error instanceof DatabaseUnavailable)) return false
      failed.set(what, (failed.get(what) ?? 0) + 1)
      return true
    },
    look() {
      const at = now()
      const current = outage()
      if (current === undefined) {
        if (since !== undefined) log.info("database-back", { awayMs: Math.round(at - since), ...counted() })
        since = undefined
      } else if (at - toldAt >= minuteMs) {
        const { why, error } = current
        if (since === undefined) log.error("database-away", { why, error, ...counted() })
        else log.error("database-still-away", { why, error, awayMs: Math.round(at - since), ...counted() })
        since ??= at
        toldAt = at
      }
    },
  }
}
