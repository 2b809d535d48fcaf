import type { Log } from "./log.ts"
import type { Metrics } from "./metrics.ts"

/** Why somebody was turned away before their request was looked at. */
export type RefusalCause =
  | "connections"
  | "pipelining"
  | "bad-request"
  | "slow-headers"
  | "unread"
  | "slow-body"
  | "slow-reader"
  | "crumbs"
  | "no-room"
  | "credential"
  | "own-key"
  | "rate"

export interface Refusals {
  count(why: RefusalCause): void
  /** Writes one line for each cause with how often it came up since the last time. */
  tell(): void
}

/** Counts who is turned away at the door. A flood of them is one line of the log, whatever its size. */
export function createRefusals({ metrics, log }: { readonly metrics: Metrics; readonly log: Log }): Refusals {
  const since = new Map<RefusalCause, number>()
  return {
    count(why) {
      metrics.count("prosa_refused_total", "Turned away before a request was looked at.", { why })
      since.set(why, (since.get(why) ?? 0) + 1)
    },
    tell() {
      for (const [why, count] of since) log.warn("refused", { why, count })
      since.clear()
    },
  }
}

/** For where nobody counts. */
export const uncounted: Refusals = { count() {}, tell() {} }
