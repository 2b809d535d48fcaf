// A connection to the gateway that can be hung up, and the reasons to: some die without a word.

/** Silence after which a connection is made anew, in ms: the server sends a ping every 15 s. How often that is looked at. */
const longestSilenceMs = 45_000
const lookMs = 5_000

/** Those who should doubt their connection hear of it here: told how long it must have been silent, in ms. */
export type Doubts = Set<(silentMs: number) => void>

/** A connection that stands, and how to hang up. */
export interface Connection {
  readonly response: Response
  readonly hangUp: () => void
}

/** Opens a connection. `patienceMs`: how long it may bring nothing. What fails, is hung up or doubted meanwhile is lost. */
export async function connect(
  address: string,
  init: RequestInit,
  signal: AbortSignal,
  doubts?: Doubts,
  patienceMs?: number,
): Promise<Connection | "lost"> {
  const mine = new AbortController()
  const hangUp = () => {
    signal.removeEventListener("abort", hangUp)
    mine.abort()
  }
  signal.addEventListener("abort", hangUp)
  if (signal.aborted) hangUp()
  const stopDoubting = doubts ? doubt({ hangUp, heardAt: () => 0 }, doubts) : () => {}
  const giveUp = patienceMs === undefined ? undefined : setTimeout(hangUp, patienceMs)
  try {
    return { response: await fetch(address, { ...init, signal: mine.signal }), hangUp }
  } catch {
    hangUp()
    return "lost"
  } finally {
    clearTimeout(giveUp)
    stopDoubting()
  }
}

/** Hangs up a connection that has been silent for too long: some die without a word. Returns how to stop. */
export function watchSilence(
  { hangUp }: Connection,
  reading: { readonly heardAt: number },
  doubts: Doubts,
): () => void {
  const heardAt = () => reading.heardAt
  const stopDoubting = doubt({ hangUp, heardAt }, doubts)
  const openedAt = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - Math.max(heardAt(), openedAt) >= longestSilenceMs) hangUp()
  }, lookMs)
  return () => {
    clearInterval(timer)
    stopDoubting()
  }
}

/** Hangs up when the page has reason to doubt its connections, and this one was silent for as long. Returns how to stop. */
function doubt(one: { readonly hangUp: () => void; readonly heardAt: () => number }, doubts: Doubts): () => void {
  const openedAt = Date.now()
  const doubting = (silentMs: number) => {
    if (Date.now() - Math.max(one.heardAt(), openedAt) >= silentMs) one.hangUp()
  }
  doubts.add(doubting)
  return () => void doubts.delete(doubting)
}
