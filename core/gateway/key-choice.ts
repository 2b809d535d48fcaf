/** How busy a provider's key is, and how fast it was lately. */
export interface KeyLoad {
  /** Requests that wait for their first byte or are being answered. */
  readonly inFlight: number
  /** Recent time to the first byte, in ms; undefined before the first answer. */
  readonly firstByteMs: number | undefined
}

/**
 * Which of several keys to ask: the better of two drawn at random, so that a key that looks best does not get everything
 * at once. `random` in [0, 1). The index; undefined when there is none.
 */
export function chooseKey(keys: readonly KeyLoad[], random: number): number | undefined {
  const { length } = keys
  if (length < 2) return length === 0 ? undefined : 0
  const pair = Math.floor(random * length * (length - 1))
  const first = Math.floor(pair / (length - 1))
  const other = pair % (length - 1)
  const second = other < first ? other : other + 1
  return expectedMs(keys[second]) < expectedMs(keys[first]) ? second : first
}

/** A key nobody knows yet looks fast, so that it is tried. */
function expectedMs(key: KeyLoad | undefined): number {
  return key === undefined ? Infinity : (key.inFlight + 1) * (key.firstByteMs ?? 1)
}

/** How much a new measurement counts against what is known. */
const newShare = 0.2

/** The recent time to the first byte, after one more. */
export function firstByteAfter(known: number | undefined, measuredMs: number): number {
  return known === undefined ? measuredMs : known + (measuredMs - known) * newShare
}

const refusedRestMs = 15 * 60_000
const unpaidRestMs = 10 * 60_000
/** A provider's `Retry-After: 86400` shall not take the only key away for a day. */
const longestRestMs = 10 * 60_000

/** What a provider's refusal says of the key it was asked with. */
export type KeyTrouble = "refused" | "unpaid" | "busy"

export function keyTroubleOf(refusal: {
  readonly status: number
  readonly code?: string | undefined
  readonly retryAfterMs?: number | undefined
}): KeyTrouble | undefined {
  const { status, code, retryAfterMs } = refusal
  if (status === 401) return "refused"
  if (status === 402 || code === "insufficient_quota") return "unpaid"
  return status === 429 && retryAfterMs !== undefined ? "busy" : undefined
}

/**
 * How long a key in trouble is left alone, in ms. A refused one is out until the operator changes it; now and then it is
 * tried all the same, because providers have refused good keys for a while.
 */
export function keyRestMs(trouble: KeyTrouble, retryAfterMs = 0): number {
  if (trouble === "refused") return refusedRestMs
  return trouble === "unpaid" ? unpaidRestMs : Math.min(retryAfterMs, longestRestMs)
}
