/** Syncs with a person's own storage away from the page's thread. */
import type { SyncConfig } from "#core/settings/sync-config.ts"
import type { RemoteFile } from "#core/sync/remote-file.ts"
import { syncOnce, type SyncOutcome } from "#core/sync/sync-once.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import { readingContext } from "../portable/run-import.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { newId } from "../browser/new-id.ts"
import { restoreKept, sweepKept } from "./kept-records.ts"
import { fileReplica } from "./replica.ts"
import { checkUpstash, upstashFile } from "./upstash-file.ts"
import { checkWebDav, webDavFile } from "./webdav-file.ts"

export type Storage = Pick<SyncConfig, "provider" | "webdav" | "upstash">

export type ToSyncWorker = { readonly id: number } & (
  | {
      readonly type: "sync"
      readonly storage: Storage
      /** Who asks: `Authorization` is the storage's. */
      readonly headers: Readonly<Record<string, string>>
      readonly settings: SyncRecord
      readonly unnamed: string
      readonly isReplacing: boolean
    }
  | { readonly type: "check"; readonly storage: Storage; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "restore"; readonly kind: string; readonly recordId: string }
)

export type FromSyncWorker = { readonly id: number } & (
  | { readonly type: "outcome"; readonly outcome: SyncOutcome }
  | { readonly type: "done"; readonly isGood: boolean }
  | { readonly type: "failed" }
)

let opened: Promise<ProsaDatabase> | undefined

async function run(task: ToSyncWorker): Promise<FromSyncWorker> {
  const { id } = task
  if (task.type === "check") return { id, type: "done", isGood: await check(task.storage, task.headers) }
  opened ??= openDatabase(() => close())
  const database = await opened
  if (task.type === "restore")
    return { id, type: "done", isGood: await restoreKept(database, task.kind, task.recordId) }
  const { storage, headers, settings, unnamed, isReplacing } = task
  await sweepKept(database, Date.now())
  const outcome = await syncOnce({
    replica: fileReplica(database),
    file: fileOf(storage, headers),
    habits: readingContext(Date.now()),
    settings,
    unnamed,
    isReplacing,
    newNonce: newId,
    // Not all devices are back at once.
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random()))),
  })
  return { id, type: "outcome", outcome }
}

/** Longest that an answer is waited for, in ms. */
const patienceMs = 10 * 60_000

const sender = (headers: Readonly<Record<string, string>>) => (path: string, init: RequestInit) =>
  fetch(path, {
    ...init,
    headers: { ...headers, ...(init.headers as Readonly<Record<string, string>>) },
    signal: AbortSignal.timeout(patienceMs),
  })

function fileOf({ provider, webdav, upstash }: Storage, headers: Readonly<Record<string, string>>): RemoteFile {
  return provider === "webdav" ? webDavFile(webdav, sender(headers)) : upstashFile(upstash, sender(headers))
}

function check({ provider, webdav, upstash }: Storage, headers: Readonly<Record<string, string>>): Promise<boolean> {
  return provider === "webdav" ? checkWebDav(webdav, sender(headers)) : checkUpstash(upstash, sender(headers))
}

/** One sync at a time, whichever tab it was begun in. */
async function alone<Result>(task: () => Promise<Result>): Promise<Result> {
  return "locks" in navigator ? navigator.locks.request("nk-sync", task) : task()
}

addEventListener("message", ({ data: task }: MessageEvent<ToSyncWorker>) => {
  void alone(() => run(task))
    .catch((): FromSyncWorker => ({ id: task.id, type: "failed" }))
    .then((answer) => postMessage(answer))
})
