import type { FromSearchWorker, SearchQuery } from "./search-messages.ts"
import workerUrl from "./search-worker.ts?worker&url"
import { startWorker } from "../browser/start-worker.ts"

let worker: Worker | undefined

/** Puts the worker's code where a later start finds it without a connection; reading waits until somebody searches. */
export async function fetchSearchWorker(): Promise<void> {
  await (await fetch(workerUrl)).arrayBuffer()
}

/** Begins to read the conversations, so that the first query finds them read. Calling it again changes nothing. */
export function prepareSearch(): void {
  if (worker !== undefined) return
  const begun = startWorker(workerUrl, "search")
  worker = begun
  begun?.addEventListener("error", () => {
    // Its code could not be fetched: the next one who searches begins anew.
    if (worker === begun) worker = undefined
  })
}

export interface Search {
  /** Sends a query; the results go to `hear`, more than once while the conversations are still being read. */
  readonly ask: (query: SearchQuery) => void
  readonly close: () => void
}

/** Opens the search of all stored conversations. One that failed is begun anew by the next question. */
export function openSearch(hear: (message: FromSearchWorker) => void): Search {
  let own: Worker | undefined
  const onMessage = ({ data }: MessageEvent<FromSearchWorker>) => (data.type === "failed" ? onError() : hear(data))
  const onError = () => {
    own?.terminate()
    if (worker === own) worker = undefined
    leave()
    hear({ type: "failed" })
  }
  const join = () => {
    prepareSearch()
    own = worker
    own?.addEventListener("message", onMessage)
    own?.addEventListener("error", onError)
  }
  const leave = () => {
    own?.removeEventListener("message", onMessage)
    own?.removeEventListener("error", onError)
    own = undefined
  }
  return {
    ask(query) {
      if (own === undefined) join()
      if (own === undefined) hear({ type: "failed" })
      else own.postMessage(query)
    },
    close() {
      // Stops reading: later changes are read with the next query.
      own?.postMessage(undefined)
      leave()
    },
  }
}
