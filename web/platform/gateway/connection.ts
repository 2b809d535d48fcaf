import { atServer } from "./server-address.ts"

// A connection to the gateway that can be hung up, and the reasons to: some die without a word.

/** A connection that is silent for so long is replaced (the server sends a ping every 15 s), and how often that is checked, in ms. */
const longestSilenceMs = 45_000
const lookMs = 5_000

/**
 * One check for each open connection, called when the page may have lost its connections without notice: each hangs up its
 * own if that has been silent for at least `silentMs`.
 */
export type StalenessChecks = Set<(silentMs: number) => void>

/** A connection that stands, and how to hang up. */
export interface Connection {
  readonly response: Response
  readonly hangUp: () => void
}

/** Opens a connection. `patienceMs`: how long it may bring nothing. A connection that fails, or is hung up meanwhile, is lost. */
export async function connect(
  address: string,
  init: RequestInit,
  signal: AbortSignal,
  stalenessChecks?: StalenessChecks,
  patienceMs?: number,
): Promise<Connection | "lost"> {
  const mine = new AbortController()
  const hangUp = () => {
    signal.removeEventListener("abort", hangUp)
    mine.abort()
  }
  signal.addEventListener("abort", hangUp)
  if (signal.aborted) hangUp()
  const stopChecking = stalenessChecks ? addCheck({ hangUp, heardAt: () => 0 }, stalenessChecks) : () => {}
  const giveUp = patienceMs === undefined ? undefined : setTimeout(hangUp, patienceMs)
  try {
    return { response: await fetch(atServer(address), { ...init, signal: mine.signal }), hangUp }
  } catch {
    hangUp()
    return "lost"
  } finally {
    clearTimeout(giveUp)
    stopChecking()
  }
}

/** Hangs up a connection that has been silent for too long: some die without a word. Returns how to stop. */
export function watchSilence(
  { hangUp }: Connection,
  reading: { readonly heardAt: number },
  stalenessChecks: StalenessChecks,
): () => void {
  const heardAt = () => reading.heardAt
  const stopChecking = addCheck({ hangUp, heardAt }, stalenessChecks)
  const openedAt = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - Math.max(heardAt(), openedAt) >= longestSilenceMs) hangUp()
  }, lookMs)
  return () => {
    clearInterval(timer)
    stopChecking()
  }
}

/** Adds the check of one connection. Returns how to take it away again. */
function addCheck(
  one: { readonly hangUp: () => void; readonly heardAt: () => number },
  stalenessChecks: StalenessChecks,
): () => void {
  const openedAt = Date.now()
  const check = (silentMs: number) => {
    if (Date.now() - Math.max(one.heardAt(), openedAt) >= silentMs) one.hangUp()
  }
  stalenessChecks.add(check)
  return () => void stalenessChecks.delete(check)
}
