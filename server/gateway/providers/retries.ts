import { budgetAfterRequest, budgetAfterRetry, fullBudget } from "#core/gateway/retry-budget.ts"
import { serverRetryDelayMs } from "#core/gateway/retry-policy.ts"

/** The facts about a failed attempt that decide about a retry. */
export interface FailedAttempt {
  readonly status: number | "connect"
  readonly retryAfterMs?: number | undefined
  readonly otherKey: boolean
}

/** One request and its retries. */
export interface Retrying {
  /** How long to wait for the next attempt, in ms, which is thereby spent; undefined when it is over. */
  next(failed: FailedAttempt): number | undefined
}

/** The retries of all requests to a provider, which share a budget. */
export interface Retries {
  begin(): Retrying
  /** Ends early, without an error, when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export interface RetriesOptions {
  readonly most: number
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly wait: Retries["wait"]
}

export function createRetries({ most, now, random, wait }: RetriesOptions): Retries {
  let budget = fullBudget(now())
  return {
    wait,
    begin() {
      const startedAt = now()
      let made = 0
      budget = budgetAfterRequest(budget, startedAt)
      return {
        next(failed) {
          const at = now()
          const delayMs = serverRetryDelayMs({
            ...failed,
            retries: made,
            mostRetries: most,
            elapsedMs: at - startedAt,
            random: random(),
          })
          const rest = delayMs === undefined ? undefined : budgetAfterRetry(budget, at)
          if (rest === undefined) return undefined
          budget = rest
          made += 1
          return delayMs
        },
      }
    },
  }
}
