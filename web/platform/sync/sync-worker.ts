/** Syncs with a person's own storage away from the page's thread. */
import type { SyncConfig } from "#core/settings/sync-config.ts"
import type { RemoteFile } from "#core/sync/remote-file.ts"
import { fieldsOf, type JsonObject } from "#core/lib/fields.ts"
import { hashOf } from "#core/storage/same-value.ts"
import { syncOnce, type Agreement, type SyncOutcome } from "#core/sync/sync-once.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import { readingContext } from "../portable/run-import.ts"
import { openDatabase } from "../storage/database.ts"
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
      /** Somebody waits for it: the file is read where its name may not tell of every write. */
      readonly isAsked: boolean
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
  const { storage: remote, headers, settings, unnamed, isReplacing, isAgreedTo, isAsked } = task
  const place = placeOf(remote)
  const stored = fieldsOf(await database.get("settings", agreedKey))
  const known = readAgreed(stored, place)
  const isTrusted = remote.provider === "webdav" || (!isAsked && isFresh(stored["readAt"]))
  const hasMet = known !== undefined || (await database.get("settings", metKey)) === place
  const outcome = await syncOnce({
    replica: fileReplica(database),
    agreed: isTrusted ? known : undefined,
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
  else {
    // The same agreement as before: the file was not read.
    const readAt = agreed === known ? stored["readAt"] : Date.now()
    await database.put("settings", { ...agreed, place, readAt }, agreedKey)
  }
  return { id, type: "outcome", outcome }
}

/** Where the database has what the last sync agreed on, and the place of the last sync that came about. */
const [agreedKey, metKey] = ["sync-agreed", "sync-met"]

/** A storage by a name that tells nothing of it. */
function placeOf({ provider, webdav, upstash }: Storage): string {
  const { endpoint, username } = provider === "webdav" ? webdav : upstash
  return hashOf([provider, endpoint, username])
}

/** How long the name that a store of values has for its file is believed, in ms: other apps write the file and not its name. */
const trustMs = 5 * 60_000

/** A clock that has been set back since makes it no longer. */
function isFresh(readAt: unknown): boolean {
  return typeof readAt === "number" && Math.abs(Date.now() - readAt) < trustMs
}

function readAgreed({ place, mark, tag }: JsonObject, now: string): Agreement | undefined {
  const { etag } = fieldsOf(tag)
  if (place !== now || typeof mark !== "string" || typeof etag !== "string") return undefined
  return { mark, tag: { isThere: true, etag } }
}

/** Longest that an answer is waited for, in ms: one that brings or takes a file, and one that only tells whether there is a storage. */
const [patienceMs, checkPatienceMs] = [10 * 60_000, 30_000]

type Headers = Readonly<Record<string, string>>

const sender = (proxy: string, headers: Headers, mostMs: number) => (path: string, init: RequestInit) =>
  fetch(proxy === "" ? atServer(path) : proxy + path, {
    ...init,
    // Another server is not told who somebody is here.
    headers: { ...(proxy === "" ? headers : {}), ...(init.headers as Headers) },
    signal: AbortSignal.timeout(mostMs),
  })

function fileOf({ provider, webdav, upstash, proxy }: Storage, headers: Headers): RemoteFile {
  const send = sender(proxy, headers, patienceMs)
  return provider === "webdav" ? webDavFile(webdav, send) : upstashFile(upstash, send)
}

function check({ provider, webdav, upstash, proxy }: Storage, headers: Headers): Promise<boolean> {
  const send = sender(proxy, headers, checkPatienceMs)
  return provider === "webdav" ? checkWebDav(webdav, send) : checkUpstash(upstash, send)
}

/** One sync at a time, whichever tab it was begun in. */
async function alone<Result>(task: () => Promise<Result>): Promise<Result> {
  return "locks" in navigator ? navigator.locks.request("nk-sync", task) : task()
}

addEventListener("message", ({ data: task }: MessageEvent<ToSyncWorker>) => {
  // What can be had back is seen while a sync is under way, too, and so is whether the storage answers.
  const isFree = task.type === "list-kept" || task.type === "check"
  void (isFree ? run(task) : alone(() => run(task)))
    .catch((): FromSyncWorker => ({ id: task.id, type: "failed" }))
    .then((answer) => postMessage(answer))
})
