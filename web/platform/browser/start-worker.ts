import { scriptUrl } from "./script-url.ts"
import { toldServer } from "../gateway/server-address.ts"

/** Starts a worker from one of our own files; undefined where the browser has none or does not allow it. */
export function startWorker(url: string, name: string): Worker | undefined {
  if (typeof Worker === "undefined") return undefined
  try {
    return new Worker(scriptUrl(toldServer(url)), { type: "module", name })
  } catch {
    return undefined
  }
}
