/** The load of a provider's key and its recent speed. */
export interface KeyLoad {
  /** Requests that wait for their first byte or are being answered. */
  readonly inFlight: number
  /** Recent time to the first byte, in ms; undefined before the first answer. */
  readonly firstByteMs: number | undefined
}

/**
 * Chooses one of several keys: the better of two drawn at random, so that the best-looking key does not get every
 * request at once. `random` is in [0, 1). Returns its index; undefined when there are no keys.
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

/** A key without measurements counts as fast, so that it is tried. */
function expectedMs(key: KeyLoad | undefined): number {
  return key === undefined ? Infinity : (key.inFlight + 1) * (key.firstByteMs ?? 1)
}

/** The weight of a new measurement against the known average. */
const newShare = 0.2

/** The recent time to the first byte, after one more. */
export function firstByteAfter(known: number | undefined, measuredMs: number): number {
  return known === undefined ? measuredMs : known + (measuredMs - known) * newShare
}

const refusedRestMs = 15 * 60_000
const unpaidRestMs = 10 * 60_000
/** The longest rest: a provider's `Retry-After: 86400` must not take the only key away for a day. */
const longestRestMs = 10 * 60_000

/** The reason why a provider refused a key. */
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
 * How long a refused key is not used, in ms. A key that was refused as wrong waits for the operator to change it, but
 * is tried again now and then, because providers have refused good keys for a while.
 */
export function keyRestMs(trouble: KeyTrouble, retryAfterMs = 0): number {
  if (trouble === "refused") return refusedRestMs
  return trouble === "unpaid" ? unpaidRestMs : Math.min(retryAfterMs, longestRestMs)
}
