import { createFreeStopLimit, type FreeStopLimit } from "./free-stop-limit.ts"
import { createAddressRate, createRateLimit, type RateLimit } from "./rate-limit.ts"

/** The kinds of requests that are counted apart, also where servers count together. */
export type RateKind =
  | "code"
  | "address"
  | "follow"
  | "run-question"
  | "code-question"
  | "visitor"
  | "bill"
  | "picture"
  | "picture-address"
  | "plugin"
  | "plugin-address"
  | "plugin-host"
  | "plugin-host-visitors"
  | "plugin-host-address"
  | "plugin-host-network"
  | "sync"
  | "sync-address"
  | "usage-record"
  | "event"
  | "sharing-make"
  | "sharing-read"
  | "sharing-report"
  | "vault"
  | "vault-address"
  | "vault-make"
  | "vault-pair"

/**
 * How much callers do, counted over all of a server's connections. This process counts alone (`createMemoryLimits`); a store that
 * several servers share can stand behind the same functions, whose answers are awaited for that reason.
 */
export interface CallerLimits {
  /** At most `perMinute` of a kind for each name; 0 is no limit. */
  rate(kind: RateKind, perMinute: number): RateLimit
  /** The same for addresses, which are counted in steps. */
  addressRate(kind: RateKind, perMinute: number): RateLimit
  /** Who stops answers before they begin. */
  readonly freeStops: FreeStopLimit
}

/** `steady`: a clock that nobody sets, in ms. */
export function createMemoryLimits(steady: () => number): CallerLimits {
  return {
    rate: (_kind, perMinute) => createRateLimit(perMinute, steady),
    addressRate: (_kind, perMinute) => createAddressRate(perMinute, steady),
    freeStops: createFreeStopLimit(steady),
  }
}
