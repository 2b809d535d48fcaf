import { reconnectDelayMs } from "#core/gateway/reconnect.ts"
import { onReturn } from "../browser/on-return.ts"

/** A connection that was lost, or could not be made. */
export interface Lost {
  /** The server is known, or likely, to have received the question: its answer is being made. */
  readonly wasReceived: boolean
}

/** Decides, for one call, whether and when a lost connection is made anew. */
export interface ReconnectPolicy {
  /** Resolves to true once it is time to try again, to false when it is not worth trying. */
  readonly shouldRetry: (lost: Lost) => Promise<boolean>
  /** Called when a connection stands again. */
  readonly reconnected: () => void
  /** Called when the connection has brought something. */
  readonly received: () => void
}

/** For calls that are made once: a connection that is lost stays lost. */
export const neverReconnect: ReconnectPolicy = {
  shouldRetry: async () => false,
  reconnected: () => {},
  received: () => {},
}

/** How often a browser that says it is offline is tried all the same: some are wrong. In ms. */
const offlineMs = 10_000

/** The policy of a call that somebody watches. `show` is called with true when its connection is lost, with false when it is back. */
export function reconnectPolicy(show: (lost: boolean) => void): ReconnectPolicy {
  let tries = 0
  return {
    async shouldRetry({ wasReceived }) {
      if (!wasReceived && !navigator.onLine) return false
      const delayMs = navigator.onLine ? reconnectDelayMs({ tries, wasReceived }) : offlineMs
      if (delayMs === undefined) return false
      if (navigator.onLine) tries += 1
      show(true)
      await wakeUp(delayMs)
      return true
    },
    reconnected: () => show(false),
    received() {
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
