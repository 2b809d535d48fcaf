import type { FromImportWorker, ImportTask } from "./import-messages.ts"
import workerUrl from "./import-worker.ts?worker&url"
import { startWorker } from "../browser/start-worker.ts"

export type ImportAnswer = Exclude<FromImportWorker, { readonly type: "progress" }>

/** The worker of imports, as long as a dialog needs it. */
export interface ImportClient {
  /** One task after the other. A worker that cannot be started or dies answers with trouble. */
  readonly ask: (
    task: Exclude<ImportTask, { readonly type: "cancel" }>,
    progress?: (part: number) => void,
  ) => Promise<ImportAnswer>
  readonly cancel: () => void
  /** Ends the worker; one that is at work stops first, and notes what it has done. */
  readonly close: () => void
}

export function openImportClient(): ImportClient {
  let worker: Worker | undefined
  let isBusy = false
  let isClosing = false
  const start = () => {
    const started = startWorker(workerUrl, "import")
    // One whose code cannot be fetched is started anew by the next task.
    started?.addEventListener("error", () => (worker = undefined))
    return started
  }
  worker = start()
  const cancel = () => worker?.postMessage({ type: "cancel" } satisfies ImportTask)
  return {
    ask: (task, progress) =>
      new Promise((resolve) => {
        const asked = (worker ??= start())
        if (asked === undefined) return resolve({ type: "trouble", trouble: "storage" })
        isBusy = true
        const done = (answer: ImportAnswer) => {
          isBusy = false
          if (isClosing) asked.terminate()
          asked.removeEventListener("message", onMessage)
          asked.removeEventListener("error", onError)
          resolve(answer)
        }
        const onMessage = ({ data }: MessageEvent<FromImportWorker>) => {
          if (data.type === "progress") progress?.(data.whole > 0 ? data.done / data.whole : 0)
          else done(data)
        }
        const onError = () => done({ type: "trouble", trouble: "storage" })
        asked.addEventListener("message", onMessage)
        asked.addEventListener("error", onError)
        asked.postMessage(task)
      }),
    cancel,
    close() {
      isClosing = true
      if (isBusy) cancel()
      else worker?.terminate()
    },
  }
}
