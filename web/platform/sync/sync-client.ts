import { startWorker } from "../browser/start-worker.ts"
import type { FromSyncWorker, SyncWorkerEnd, ToSyncWorker } from "./sync-worker.ts"
import workerUrl from "./sync-worker.ts?worker&url"

type WithoutId<Task> = Task extends unknown ? Omit<Task, "id"> : never

let worker: Worker | undefined
let asked = 0
/** Who waits for the worker's answer to a task. */
const waiting = new Map<number, (answer: FromSyncWorker) => void>()

/** Has the worker of sync do something. Where there is none, or it ends before it has answered, the answer is a failure. */
export function askSyncWorker(task: WithoutId<ToSyncWorker>): Promise<FromSyncWorker> {
  worker ??= start()
  const [own, id] = [worker, ++asked]
  if (own === undefined) return Promise.resolve({ id, type: "failed" })
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    own.postMessage({ ...task, id } as ToSyncWorker)
  })
}

function start(): Worker | undefined {
  const started = startWorker(workerUrl, "sync")
  started?.addEventListener("message", ({ data }: MessageEvent<FromSyncWorker | SyncWorkerEnd>) => {
    if (data.type === "closed") end()
    else answer(data)
  })
  started?.addEventListener("error", end)
  return started
}

/** The worker is no more: the next task has another one. */
function end(): void {
  worker = undefined
  for (const id of waiting.keys()) answer({ id, type: "failed" })
}

function answer(said: FromSyncWorker): void {
  waiting.get(said.id)?.(said)
  waiting.delete(said.id)
}
