import { beatMs } from "./membership.ts"

/** The wait after a failed beat, in ms: there is time for several before the others consider this server dead. */
const againMs = 250

/**
 * Beats until it is ended, one beat after the other: where the database stands still they do not pile up. The first of
 * several failures in a row is logged. Returns how to end it, which waits for a beat that is under way.
 */
export function startHeartbeat(beat: () => Promise<void>, onFailed: (error: unknown) => void): () => Promise<void> {
  let isOver = false
  let isFailing = false
  let wake = () => {}
  const beating = (async () => {
    for (;;) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isFailing ? againMs : beatMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (isOver) return
      try {
        await beat()
        isFailing = false
      } catch (error) {
        if (!isFailing) onFailed(error)
        isFailing = true
      }
    }
  })()
  return async () => {
    isOver = true
    wake()
    await beating
  }
}
