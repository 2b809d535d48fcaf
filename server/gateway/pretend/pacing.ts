/** When the pieces of an answer arrive, in ms; drawn anew for each piece between its two bounds. */
export interface Pace {
  readonly firstMs: readonly [number, number]
  readonly betweenMs: readonly [number, number]
  /** Most pieces; a longer answer comes in larger ones. */
  readonly pieces: number
}

/** Short answers are done in under 2 s, at the pace of a small model of today; a long one takes about 10. */
export const usualPace: Pace = { firstMs: [120, 260], betweenMs: [8, 16], pieces: 100 }
export const longPace: Pace = { firstMs: [120, 260], betweenMs: [15, 30], pieces: 450 }
/** Slow enough to press Stop at leisure. */
export const slowPace: Pace = { firstMs: [300, 500], betweenMs: [900, 1_100], pieces: 30 }

/** Longer than this, in characters, an answer is a long one. */
const longCharacters = 6_000

export function paceOf(text: string, slow: boolean): Pace {
  if (slow) return slowPace
  return text.length > longCharacters ? longPace : usualPace
}

/** The text in at most `most` pieces, cut between words. */
export function inPieces(text: string, most: number): readonly string[] {
  const words = text.split(/(?<=\S)(?=\s)/)
  const size = Math.max(1, Math.ceil(words.length / most))
  const pieces: string[] = []
  for (let at = 0; at < words.length; at += size) pieces.push(words.slice(at, at + size).join(""))
  return pieces
}

/** Waits between two bounds. */
export function drawn([from, to]: readonly [number, number], random: () => number): number {
  return from + (to - from) * random()
}

/** Resolves after `ms`; rejects at once, with the timer cleared, when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted())
    const stop = () => {
      clearTimeout(timer)
      reject(aborted())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, ms)
    signal.addEventListener("abort", stop, { once: true })
  })

/** The error a connection gives when its own side ended it. */
export function aborted(): Error {
  return Object.assign(new Error("aborted by the caller"), { name: "AbortError", code: "ABORT_ERR" })
}
