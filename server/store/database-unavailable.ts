import type { Timers } from "../time/timers.ts"

/**
 * The reason why a database is unavailable: it cannot be reached; it has too much to do; its disk is full; it is
 * read-only (a standby, a disk mounted so); its disk fails.
 */
export type WhyUnavailable = "away" | "busy" | "disk-full" | "read-only" | "failing"

export interface Unavailability {
  readonly why: WhyUnavailable
  /** A commit was under way and may have come through. Otherwise nothing has changed. */
  readonly mayHaveCommitted: boolean
}

/** The database cannot be reached, or cannot write, for the moment; nothing is wrong with what was asked of it. */
export class DatabaseUnavailable extends Error implements Unavailability {
  readonly why: WhyUnavailable
  readonly mayHaveCommitted: boolean

  constructor(cause: unknown, { why, mayHaveCommitted }: Unavailability = { why: "away", mayHaveCommitted: true }) {
    super(`the database is not available: ${wordsOf(cause)}`, { cause })
    this.name = "DatabaseUnavailable"
    this.why = why
    this.mayHaveCommitted = mayHaveCommitted
  }
}

/** Of several addresses that were tried in vain, Node reports only a code. */
function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message === "" && "code" in cause ? String(cause.code) : cause.message
}

/** The wait before the second try, in ms; it doubles before each further one, up to the longest. */
const firstWaitMs = 50
const longestWaitMs = 1_000

/**
 * Does something that must reach the disk, again and again while the database is not available, for as long as this process
 * lives: what was paid for is given up by nothing else. `op` may have come through unheard, so doing it twice must be doing
 * it once.
 */
export async function persistently<T>(timers: Timers, op: () => Promise<T>): Promise<T> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await op()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      await new Promise<void>((resolve) => void timers.after(waitMs, resolve))
    }
  }
}

/**
 * Undefined, and told, where something that is stored cannot be read or closed: it costs itself only, not what comes after it. A
 * database that is away is thrown as ever.
 */
export async function unlessDamaged<T>(work: Promise<T>, onDamaged: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    onDamaged(error)
    return undefined
  }
}

/** For those who have nobody to tell of damage. */
export function rethrown(error: unknown): never {
  throw error
}
