import { create } from "zustand"
import { fieldsOf } from "#core/lib/fields.ts"
import { isSyncComplete } from "#core/settings/sync-config.ts"
import type { Decision } from "#core/sync/join.ts"
import type { SyncTrouble } from "#core/sync/remote-file.ts"
import type { Counts } from "#core/sync/sync-once.ts"
import { newId } from "../platform/browser/new-id.ts"
import { isOnline } from "../platform/browser/online.ts"
import { texts } from "../platform/language/texts.ts"
import { onLocalChange, readLocalJson, writeLocal } from "../platform/storage/local-storage.ts"
import { openTabChannel } from "../platform/storage/tab-channel.ts"
import { applySettings, settingsRecord } from "../platform/sync/settings-record.ts"
import { askSyncWorker } from "../platform/sync/sync-client.ts"
import { authHeaders } from "./access-store.ts"
import { changeSync, useSync } from "./sync-store.ts"

/** How the last sync ended. */
export type SyncEnd =
  | {
      readonly type: "synced"
      readonly at: number
      readonly up: Counts
      readonly down: Counts
      readonly deleted: Counts
      readonly skipped: number
    }
  | { readonly type: "failed"; readonly at: number; readonly trouble: SyncTrouble | { readonly kind: "worker" } }

/** Something that a sync decided, until the user has seen to it. */
export type Noted = Decision & { readonly noteId: string; readonly at: number }

export interface SyncRun {
  readonly isRunning: boolean
  readonly end: SyncEnd | undefined
  /** The latest first. */
  readonly noted: readonly Noted[]
}

const key = "nk-sync-notes"
/** Decisions that are remembered. */
const mostNoted = 50

export const useSyncRun = create<SyncRun>()(() => ({ isRunning: false, ...storedRun() }))

/** What the last sync of any tab left to be told. */
function storedRun(): Pick<SyncRun, "end" | "noted"> {
  const { end, noted } = fieldsOf(readLocalJson(key))
  const isEnd = typeof fieldsOf(end)["at"] === "number" && ["synced", "failed"].includes(String(fieldsOf(end)["type"]))
  const list = Array.isArray(noted) ? (noted as readonly unknown[]) : []
  return {
    end: isEnd ? (end as SyncEnd) : undefined,
    noted: list.filter((one): one is Noted =>
      ["noteId", "type", "kind", "id", "title"].every((name) => typeof fieldsOf(one)[name] === "string"),
    ),
  }
}

function keepRun(run: Partial<Pick<SyncRun, "end" | "noted">>): void {
  useSyncRun.setState(run)
  const { end, noted } = useSyncRun.getState()
  writeLocal(key, JSON.stringify({ end, noted }))
}

/** The user has seen to what was decided. */
export function dropNoted(noteId: string): void {
  keepRun({ noted: useSyncRun.getState().noted.filter((one) => one.noteId !== noteId) })
}

/** Brings back what another device deleted. False where it is not kept any more. */
export async function restoreNoted({ noteId, kind, id }: Noted): Promise<boolean> {
  const answer = await askSyncWorker({ type: "restore", kind, recordId: id })
  const isGood = answer.type === "done" && answer.isGood
  if (isGood) {
    dropNoted(noteId)
    syncSoon()
  }
  return isGood
}

/** Whether the storage that is set up can be used. */
export async function checkStorage(): Promise<boolean> {
  const answer = await askSyncWorker({ type: "check", storage: storageNow(), headers: callerHeaders() })
  return answer.type === "done" && answer.isGood
}

/** Syncs now. Returns how it ended; undefined where sync is not set up, or is under way already. */
export async function syncNow({ isReplacing = false } = {}): Promise<SyncEnd | undefined> {
  if (useSyncRun.getState().isRunning || !isSyncComplete(useSync.getState())) return undefined
  useSyncRun.setState({ isRunning: true })
  const { storage, end } = await runSync(isReplacing).finally(() => useSyncRun.setState({ isRunning: false }))
  keepRun({ end })
  if (end.type === "synced") changeSync({ lastSyncTime: end.at, lastProvider: storage.provider })
  return end
}

async function runSync(
  isReplacing: boolean,
): Promise<{ readonly storage: ReturnType<typeof storageNow>; readonly end: SyncEnd }> {
  const storage = storageNow()
  const answer = await askSyncWorker({
    type: "sync",
    storage,
    headers: callerHeaders(),
    settings: settingsRecord(),
    unnamed: texts().shell.newConversation,
    isReplacing,
  })
  const at = Date.now()
  if (answer.type !== "outcome") return { storage, end: { type: "failed", at, trouble: { kind: "worker" } } }
  const { outcome } = answer
  if (outcome.type === "trouble") return { storage, end: { type: "failed", at, trouble: outcome.trouble } }
  const { up, down, deleted, skipped, settings, decisions } = outcome
  if (settings !== undefined && applySettings(settings)) {
    // Other tabs hear of it by themselves.
    window.dispatchEvent(new StorageEvent("storage", { key: "nk-app-config" }))
  }
  if (decisions.length > 0) {
    const fresh = decisions.map((one): Noted => ({ ...one, at, noteId: newId() }))
    keepRun({ noted: [...fresh, ...useSyncRun.getState().noted].slice(0, mostNoted) })
  }
  return { storage, end: { type: "synced", at, up, down, deleted, skipped } }
}

function storageNow() {
  const { provider, webdav, upstash } = useSync.getState()
  return { provider, webdav, upstash }
}

/** Who asks: `Authorization` is the storage's own. */
function callerHeaders(): Readonly<Record<string, string>> {
  const { Authorization: code, ...headers } = authHeaders()
  return code === undefined ? headers : { ...headers, "X-Access-Code": code }
}

/** How long after a change is synced, and how long at least between two syncs that nothing asks for, in ms. */
const [soonMs, restMs] = [30_000, 60_000]

let due: ReturnType<typeof setTimeout> | undefined

/** Syncs half a minute from now, with all that happens until then. */
function syncSoon(): void {
  due ??= setTimeout(() => {
    due = undefined
    void syncByItself()
  }, soonMs)
}

async function syncByItself(): Promise<void> {
  const { automatic } = useSync.getState()
  if (!automatic || !isOnline()) return
  // Another change may come while it runs: that one is owed a sync of its own.
  if (useSyncRun.getState().isRunning) syncSoon()
  else await syncNow()
}

/** After a return or a start, unless there was a sync a moment ago. */
function syncAgain(): void {
  const { end } = useSyncRun.getState()
  if (document.visibilityState === "visible" && Date.now() - (end?.at ?? 0) > restMs) void syncByItself()
}

let isStarted = false

/** Syncs by itself from now on: after changes, on a return to the page, and when there is a connection again. */
export function startAutoSync(): void {
  if (isStarted) return
  isStarted = true
  onLocalChange(key, () => useSyncRun.setState(storedRun()))
  openTabChannel().listen(() => !useSyncRun.getState().isRunning && syncSoon())
  addEventListener("online", syncAgain)
  document.addEventListener("visibilitychange", syncAgain)
  syncAgain()
}
