import { onReturn } from "../platform/browser/on-return.ts"

/** The longest pause between two tries, in ms. */
const longestMs = 60_000

/**
 * The pauses before further tries at what could not be fetched, each twice as long as the one before. A browser that says it is
 * offline waits until the network or the reader is back; either ends any pause. Whoever fails during a pause waits for its end,
 * and not for a try of their own. A call returns how to stop its pause.
 */
export function growingPauses(firstMs: number): (again: () => void) => () => void {
  let pauseMs = firstMs
  let stop: (() => void) | undefined
  return (again) => {
    if (stop) return stop
    const go = () => {
      stop?.()
      again()
    }
    const timer = setTimeout(() => navigator.onLine && go(), pauseMs)
    const stopListening = onReturn(go)
    pauseMs = Math.min(2 * pauseMs, longestMs)
    stop = () => {
      stop = undefined
      clearTimeout(timer)
      stopListening()
    }
    return stop
  }
}
