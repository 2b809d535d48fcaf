/** Syncs with a person's own storage away from the page's thread. */
import type { SyncConfig } from "#core/settings/sync-config.ts"
import type { RemoteFile } from "#core/sync/remote-file.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { hashOf } from "#core/storage/same-value.ts"
import { syncOnce, type Agreement, type SyncOutcome } from "#core/sync/sync-once.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import { readingContext } from "../portable/run-import.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { reopened } from "../storage/reopened.ts"
import { newId } from "../browser/new-id.ts"
import { type KeptRecord, listKept, restoreKept, sweepKept } from "./kept-records.ts"
import { fileReplica } from "./replica.ts"
import { checkUpstash, upstashFile } from "./upstash-file.ts"
import { checkWebDav, webDavFile } from "./webdav-file.ts"
import { atServer } from "../gateway/server-address.ts"

export type Storage = Pick<SyncConfig, "provider" | "webdav" | "upstash"> & {
  /** The server that passes requests on; empty: the page's own, which is the only one that a browser's page may ask. */
  readonly proxy: string
}

export type ToSyncWorker = { readonly id: number } & (
  | {
      readonly type: "sync"
      readonly storage: Storage
      /** Who asks: `Authorization` is the storage's. */
      readonly headers: Readonly<Record<string, string>>
      readonly settings: SyncRecord
      readonly unnamed: string
      readonly isReplacing: boolean
      /** The user said that what lies there belongs together with what is here. */
      readonly isAgreedTo: boolean
    }
  | { readonly type: "check"; readonly storage: Storage; readonly headers: Readonly<Record<string, string>> }
  /** All that sync deleted and that can be had back. */
  | { readonly type: "list-kept" }
  | { readonly type: "restore"; readonly kind: string; readonly recordId: string }
)

export type FromSyncWorker = { readonly id: number } & (
  | { readonly type: "outcome"; readonly outcome: SyncOutcome }
  | { readonly type: "done"; readonly isGood: boolean }
  | { readonly type: "kept"; readonly kept: readonly KeptRecord[] }
  | { readonly type: "failed" }
)

/** The last that the worker says: a newer page is at work, or all of the browser's data is deleted. */
export interface SyncWorkerEnd {
  readonly type: "closed"
}

const storage = reopened((closed) =>
  openDatabase(
    () => {
      postMessage({ type: "closed" } satisfies SyncWorkerEnd)
      close()
    },
    { closed },
  ),
)

async function run(task: ToSyncWorker): Promise<FromSyncWorker> {
  const { id } = task
  if (task.type === "check") return { id, type: "done", isGood: await check(task.storage, task.headers) }
  const database = await storage()
  if (task.type === "restore")
    return { id, type: "done", isGood: await restoreKept(database, task.kind, task.recordId) }
  await sweepKept(database, Date.now())
  if (task.type === "list-kept") return { id, type: "kept", kept: await listKept(database) }
  const { storage: remote, headers, settings, unnamed, isReplacing, isAgreedTo } = task
  const place = placeOf(remote)
  const known = await readAgreed(database, place)
  const hasMet = known !== undefined || (await database.get("settings", metKey)) === place
  const outcome = await syncOnce({
    replica: fileReplica(database),
    agreed: known,
    file: fileOf(remote, headers),
    habits: readingContext(Date.now()),
    settings,
    unnamed,
    isReplacing,
    mayJoin: isAgreedTo || hasMet,
    newNonce: newId,
    // Not all devices are back at once.
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random()))),
  })
  const agreed = outcome.type === "synced" ? outcome.agreed : undefined
  if (outcome.type === "synced") await database.put("settings", place, metKey)
  if (agreed === undefined) await database.delete("settings", agreedKey)
  else await database.put("settings", { ...agreed, place }, agreedKey)
  return { id, type: "outcome", outcome }
}

/** Where the database has what the last sync agreed on, and the place of the last sync that came about. */
const [agreedKey, metKey] = ["sync-agreed", "sync-met"]

/** A storage by a name that tells nothing of it. */
function placeOf({ provider, webdav, upstash }: Storage): string {
  const { endpoint, username } = provider === "webdav" ? webdav : upstash
  return hashOf([provider, endpoint, username])
}

async function readAgreed(database: ProsaDatabase, now: string): Promise<Agreement | undefined> {
  const { place, mark, tag } = fieldsOf(await database.get("settings", agreedKey))
  const { etag } = fieldsOf(tag)
  if (place !== now || typeof mark !== "string" || typeof etag !== "string") return undefined
  return { mark, tag: { isThere: true, etag } }
}

/** Longest that an answer is waited for, in ms. */
const patienceMs = 10 * 60_000

const sender = (proxy: string, headers: Readonly<Record<string, string>>) => (path: string, init: RequestInit) =>
  fetch(proxy === "" ? atServer(path) : proxy + path, {
    ...init,
    // Another server is not told who somebody is here.
    headers: { ...(proxy === "" ? headers : {}), ...(init.headers as Readonly<Record<string, string>>) },
    signal: AbortSignal.timeout(patienceMs),
  })

function fileOf({ provider, webdav, upstash, proxy }: Storage, headers: Readonly<Record<string, string>>): RemoteFile {
  const send = sender(proxy, headers)
  return provider === "webdav" ? webDavFile(webdav, send) : upstashFile(upstash, send)
}

function check(
  { provider, webdav, upstash, proxy }: Storage,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const send = sender(proxy, headers)
  return provider === "webdav" ? checkWebDav(webdav, send) : checkUpstash(upstash, send)
}

/** One sync at a time, whichever tab it was begun in. */
async function alone<Result>(task: () => Promise<Result>): Promise<Result> {
  return "locks" in navigator ? navigator.locks.request("nk-sync", task) : task()
}

addEventListener("message", ({ data: task }: MessageEvent<ToSyncWorker>) => {
  // What can be had back is seen while a sync is under way, too.
  void (task.type === "list-kept" ? run(task) : alone(() => run(task)))
    .catch((): FromSyncWorker => ({ id: task.id, type: "failed" }))
    .then((answer) => postMessage(answer))
})
