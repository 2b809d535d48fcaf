import type { ServerResponse } from "node:http"

/** Calls once the reply has left this process, or its reader has; who has not taken it by then (in ms) is let go. */
export function whenTaken(outgoing: ServerResponse, patienceMs: number, call: () => void): void {
  if (outgoing.destroyed) return call()
  const patience = setTimeout(() => outgoing.destroy(), patienceMs)
  outgoing.once("close", () => {
    clearTimeout(patience)
    call()
  })
}
