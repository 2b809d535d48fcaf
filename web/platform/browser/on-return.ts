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
