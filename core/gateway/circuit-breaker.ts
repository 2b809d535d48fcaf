/*
 * A circuit breaker that stops asking a provider that is down, so that callers need not wait for it
 * (docs/reference/money-and-runs.md). It is a state machine: an event and its time go in, the next state comes out.
 */

/**
 * `closed`: every request may pass; the last half minute is counted. `open`: no request may pass until `untilMs`.
 * `half-open`: one probe was let through, and the others wait for its result.
 */
export type Breaker =
  | { readonly kind: "closed"; readonly counts: readonly Count[] }
  | { readonly kind: "open"; readonly untilMs: number; readonly lastedMs: number }
  | { readonly kind: "half-open"; readonly sinceMs: number; readonly lastedMs: number }

/** `left`: the request ended without telling anything about the provider, for example because its user stopped it. */
export type BreakerEvent = "began" | "succeeded" | "failed" | "left"

interface Count {
  readonly fromMs: number
  readonly succeeded: number
  readonly failed: number
}

const windowMs = 30_000
/** Counted in slices, so that the window slides without a list of every request. */
const sliceMs = 5_000
const fewestRequests = 8
const failingShare = 0.5
const firstOpenMs = 5_000
const longestOpenMs = 120_000
/** A probe without a result for this long no longer blocks other requests. */
const probeMs = 30_000

export const closedBreaker: Breaker = { kind: "closed", counts: [] }

/** Whether a request may be tried now. The caller then applies `began`. */
export function breakerAllows(breaker: Breaker, nowMs: number): boolean {
  switch (breaker.kind) {
    case "closed":
      return true
    case "open":
      return nowMs >= breaker.untilMs
    case "half-open":
      return nowMs >= breaker.sinceMs + probeMs
  }
}

export function breakerAfter(breaker: Breaker, event: BreakerEvent, nowMs: number): Breaker {
  switch (breaker.kind) {
    case "closed":
      return event === "succeeded" || event === "failed" ? counted(breaker.counts, event, nowMs) : breaker
    case "open":
      // Results of requests that began before it opened change nothing.
      if (event !== "began" || nowMs < breaker.untilMs) return breaker
      return { kind: "half-open", sinceMs: nowMs, lastedMs: breaker.lastedMs }
    case "half-open":
      return afterProbe(breaker, event, nowMs)
  }
}

function counted(before: readonly Count[], event: "succeeded" | "failed", nowMs: number): Breaker {
  const recent = before.filter(({ fromMs }) => fromMs > nowMs - windowMs && fromMs <= nowMs)
  const last = recent.at(-1)
  const current = last && nowMs < last.fromMs + sliceMs ? last : { fromMs: nowMs, succeeded: 0, failed: 0 }
  const counts = [...recent.filter((count) => count !== current), { ...current, [event]: current[event] + 1 }]
  if (event === "failed") {
    const failed = counts.reduce((sum, count) => sum + count.failed, 0)
    const all = counts.reduce((sum, count) => sum + count.succeeded, failed)
    if (all >= fewestRequests && failed >= all * failingShare) return opened(firstOpenMs, nowMs)
  }
  return { kind: "closed", counts }
}

function afterProbe(breaker: Breaker & { readonly kind: "half-open" }, event: BreakerEvent, nowMs: number): Breaker {
  const { lastedMs } = breaker
  switch (event) {
    case "began":
      return { kind: "half-open", sinceMs: nowMs, lastedMs }
    case "succeeded":
      return closedBreaker
    case "failed":
      return opened(Math.min(lastedMs * 2, longestOpenMs), nowMs)
    case "left":
      return { kind: "open", untilMs: nowMs, lastedMs }
  }
}

function opened(forMs: number, nowMs: number): Breaker {
  return { kind: "open", untilMs: nowMs + forMs, lastedMs: forMs }
}
