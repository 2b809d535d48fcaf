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
  const worker = startWorker(workerUrl, "import")
  let isBusy = false
  let isClosing = false
  const cancel = () => worker?.postMessage({ type: "cancel" } satisfies ImportTask)
  return {
    ask: (task, progress) =>
      new Promise((resolve) => {
        if (worker === undefined) return resolve({ type: "trouble", trouble: "storage" })
        isBusy = true
        const done = (answer: ImportAnswer) => {
          isBusy = false
          if (isClosing) worker.terminate()
          worker.removeEventListener("message", onMessage)
          worker.removeEventListener("error", onError)
          resolve(answer)
        }
        const onMessage = ({ data }: MessageEvent<FromImportWorker>) => {
          if (data.type === "progress") progress?.(data.whole > 0 ? data.done / data.whole : 0)
          else done(data)
        }
        const onError = () => done({ type: "trouble", trouble: "storage" })
        worker.addEventListener("message", onMessage)
        worker.addEventListener("error", onError)
        worker.postMessage(task)
      }),
    cancel,
    close() {
      isClosing = true
      if (isBusy) cancel()
      else worker?.terminate()
    },
  }
}
