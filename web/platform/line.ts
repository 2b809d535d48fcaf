import { reconnectDelayMs } from "#core/gateway/reconnect.ts"

/** A connection that was lost, or could not be made. */
export interface Lost {
  /** The server is known, or likely, to have the question: its answer is being made. */
  readonly heard: boolean
}

/** What a call does when its connection is lost. */
export interface Line {
  /** Resolves when it is worth trying again; false when it is not. */
  readonly again: (lost: Lost) => Promise<boolean>
  /** A connection stands again. */
  readonly back: () => void
  /** It brings something. */
  readonly heard: () => void
}

/** For calls that are made once: what is lost stays lost. */
export const noLine: Line = { again: async () => false, back: () => {}, heard: () => {} }

/** How often a browser that says it is offline is tried all the same: some are wrong. In ms. */
const offlineMs = 10_000

/** The line of this page. `show` hears when it is lost and when it is back. */
export function pageLine(show: (lost: boolean) => void): Line {
  let tries = 0
  return {
    async again({ heard }) {
      if (!heard && !navigator.onLine) return false
      const delayMs = navigator.onLine ? reconnectDelayMs({ tries, heard }) : offlineMs
      if (delayMs === undefined) return false
      if (navigator.onLine) tries += 1
      show(true)
      await wakeUp(delayMs)
      return true
    },
    back: () => show(false),
    heard() {
      tries = 0
    },
  }
}

/** Waits; not longer than until the network or the reader is back. */
function wakeUp(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, delayMs)
    const stop = onReturn(done)
  })
}

/** A connection that has been silent for so long, in ms, is not believed when the page comes back into view. Pings come every 15 s. */
const doubtfulMs = 20_000

/**
 * Calls back when the page may have lost its connections without hearing of it: the network has changed, the device has
 * slept. `silentMs`: those that have been silent for longer should be made anew. Returns how to stop.
 */
export function onReturn(returned: (silentMs: number) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener("online", () => returned(0), { signal })
  window.addEventListener("pageshow", (event) => event.persisted && returned(0), { signal })
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && returned(doubtfulMs), {
    signal,
  })
  return () => listening.abort()
}
