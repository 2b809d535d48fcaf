import { createHourlyLimit, type HourlyLimit } from "./hourly-limit.ts"
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

/** The stops before the first output that cost nothing, per caller and hour (docs/money.md, A3). */
const freeStops = 10
/** What answers without anything to read may cost us, per caller and hour, in micro-reais (docs/money.md, A8). */
const freeEmptiesMicro = 1_000_000

/** The ends of answers that nobody pays, though our provider bills us: a caller can bring about any number of them. */
export interface FreeEnds {
  /** Counts stops before the first output. */
  readonly stops: HourlyLimit
  /** Counts what answers with nothing to read cost, in micro-reais: a word to stop at is enough for one. */
  readonly empties: HourlyLimit
}

/**
 * How much callers do, counted over all of a server's connections. This process counts alone (`createMemoryLimits`); a store that
 * several servers share can stand behind the same functions, whose answers are awaited for that reason.
 */
export interface CallerLimits {
  /** At most `perMinute` of a kind for each name; 0 is no limit. */
  rate(kind: RateKind, perMinute: number): RateLimit
  /** The same for addresses, which are counted in steps. */
  addressRate(kind: RateKind, perMinute: number): RateLimit
  readonly freeEnds: FreeEnds
}

/** `steady`: a clock that nobody sets, in ms. */
export function createMemoryLimits(steady: () => number): CallerLimits {
  return {
    rate: (_kind, perMinute) => createRateLimit(perMinute, steady),
    addressRate: (_kind, perMinute) => createAddressRate(perMinute, steady),
    freeEnds: {
      stops: createHourlyLimit(steady, freeStops),
      empties: createHourlyLimit(steady, freeEmptiesMicro),
    },
  }
}
