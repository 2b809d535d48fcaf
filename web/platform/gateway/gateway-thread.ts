import { startWorker } from "../browser/start-worker.ts"
import workerUrl from "./gateway-worker.ts?worker&url"

let thread: Worker | undefined

/** The worker that reads answers, started where it does not run yet; undefined where the browser has no workers. */
export function gatewayThread(): Worker | undefined {
  if (thread !== undefined) return thread
  const started = startWorker(workerUrl, "gateway")
  // It could not be loaded: the next call starts anew.
  started?.addEventListener("error", () => (thread = undefined))
  thread = started
  return thread
}
