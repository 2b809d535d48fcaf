import { cutWords } from "./provider-words.ts"

/*
 * There are two retries, one inside the other. The server retries before the first byte, quickly and within one hold;
 * the client retries when the server gave up, slowly and under the same idempotency key. Neither is ever charged twice.
 */

/** The statuses after which the client retries (0013). */
const clientStatuses: readonly number[] = [502, 503, 504]

/** How often the client tries again: three times for o3, whose long thinking runs into gateways' limits, else once. */
export function clientRetries(model: string): number {
  return /^o3(?!-mini)/.test(model) ? 3 : 1
}

/** How long the client waits before its next try, in milliseconds; undefined when it should not try again. */
export function clientRetryDelayMs(call: {
  readonly model: string
  readonly status: number
  /** Retries already made. */
  readonly retries: number
}): number | undefined {
  const attempt = call.retries + 1
  if (!clientStatuses.includes(call.status) || attempt > clientRetries(call.model)) return undefined
  return 5_000 * attempt
}

/** Statuses of a provider after which the server may try again before the first byte; 529 is Anthropic's "overloaded". */
const serverStatuses: readonly number[] = [408, 409, 429, 500, 502, 503, 504, 529]

/** Extra attempts of the server, and the time they may take in all. */
export const serverRetries = 2
export const serverRetryBudgetMs = 10_000

/** Longest `Retry-After` worth waiting for. */
const longestRetryAfterMs = 5_000
const firstBackoffMs = 500

/** Statuses that concern one key and not the request: another key may work, the same one will not. */
const statusesOfKey: readonly number[] = [401, 402, 403, 404]

/**
 * How long the server waits before it retries a provider, in milliseconds; undefined when it should give up. Used only
 * before any byte of the answer has come. The wait has full jitter, so that many failed calls do not come back
 * together.
 */
export function serverRetryDelayMs(call: {
  /** The provider's status; `connect` when it could not be reached, or broke off before the first byte. */
  readonly status: number | "connect"
  /** Retries already made, and how many may be. */
  readonly retries: number
  readonly mostRetries?: number
  /** Time since the first attempt began. */
  readonly elapsedMs: number
  readonly retryAfterMs?: number | undefined
  /** Another key was not tried yet; a `Retry-After` for this one does not bind it. */
  readonly otherKey?: boolean
  /** In [0, 1). */
  readonly random: number
}): number | undefined {
  const { status, retries, mostRetries = serverRetries, elapsedMs, otherKey = false, random } = call
  if (retries >= mostRetries) return undefined
  if (otherKey && status !== "connect" && statusesOfKey.includes(status))
    return elapsedMs < serverRetryBudgetMs ? 0 : undefined
  if (status !== "connect" && !serverStatuses.includes(status)) return undefined
  const retryAfterMs = otherKey ? undefined : call.retryAfterMs
  if (retryAfterMs !== undefined && !(retryAfterMs <= longestRetryAfterMs)) return undefined
  const delayMs = Math.max(retryAfterMs ?? 0, random * firstBackoffMs * 2 ** retries)
  return elapsedMs + delayMs < serverRetryBudgetMs ? delayMs : undefined
}

/** A `Retry-After` header (seconds, or an HTTP date) in milliseconds from now; undefined when it says nothing. */
export function parseRetryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const said = cutWords(header ?? "").trim()
  if (said === "") return undefined
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said) * 1000
  const date = Date.parse(said)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
