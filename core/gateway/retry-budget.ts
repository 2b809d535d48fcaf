/**
 * How many retries a server may still afford, so that a provider's outage is not answered with three times the requests.
 * Every request earns a tenth of a retry; a quiet server, which earns little, is given one every ten seconds.
 */
export interface RetryBudget {
  /** Retries saved up, with fractions. */
  readonly saved: number
  readonly atMs: number
}

const earnedPerRequest = 0.1
const earnedPerMs = 1 / 10_000
/** The most retries that can be saved: a calm hour must not pay for a burst. */
export const mostRetriesSaved = 10

export function fullBudget(nowMs: number): RetryBudget {
  return { saved: mostRetriesSaved, atMs: nowMs }
}

/** The budget after a request, whatever its result. */
export function budgetAfterRequest(budget: RetryBudget, nowMs: number): RetryBudget {
  const saved = savedBy(budget, nowMs) + earnedPerRequest
  return { saved: Math.min(saved, mostRetriesSaved), atMs: nowMs }
}

/** The budget after a retry; undefined when there is none left. */
export function budgetAfterRetry(budget: RetryBudget, nowMs: number): RetryBudget | undefined {
  const saved = savedBy(budget, nowMs)
  return saved < 1 ? undefined : { saved: saved - 1, atMs: nowMs }
}

/** A clock that jumps back earns nothing. */
function savedBy({ saved, atMs }: RetryBudget, nowMs: number): number {
  return Math.min(saved + Math.max(0, nowMs - atMs) * earnedPerMs, mostRetriesSaved)
}
