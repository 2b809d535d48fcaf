/** Whether the browser believes that it has a connection. */
export function isOnline(): boolean {
  return navigator.onLine
}

/** Calls back whenever that may have changed; returns how to stop. */
export function onLineChange(listener: () => void): () => void {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}
