import { startWorker } from "../browser/start-worker.ts"
import type { FromSyncWorker, ToSyncWorker } from "./sync-worker.ts"
import workerUrl from "./sync-worker.ts?worker&url"

type WithoutId<Task> = Task extends unknown ? Omit<Task, "id"> : never

let worker: Worker | undefined
let asked = 0

/** Has the worker of sync do something. Where there is none, or it dies, the answer is a failure. */
export function askSyncWorker(task: WithoutId<ToSyncWorker>): Promise<FromSyncWorker> {
  worker ??= startWorker(workerUrl, "sync")
  const [own, id] = [worker, ++asked]
  if (own === undefined) return Promise.resolve({ id, type: "failed" })
  return new Promise((resolve) => {
    const done = (answer: FromSyncWorker) => {
      own.removeEventListener("message", onMessage)
      own.removeEventListener("error", onError)
      resolve(answer)
    }
    const onMessage = ({ data }: MessageEvent<FromSyncWorker>) => {
      if (data.id === id) done(data)
    }
    const onError = () => {
      worker = undefined
      done({ id, type: "failed" })
    }
    own.addEventListener("message", onMessage)
    own.addEventListener("error", onError)
    own.postMessage({ ...task, id } as ToSyncWorker)
  })
}
