import { create } from "zustand"
import { readSyncConfig, syncVersion, type SyncConfig } from "#core/settings/sync-config.ts"
import { changeLocalRecord, type LocalRecord } from "../platform/storage/local-record.ts"
import { onLocalChange, readLocalJson } from "../platform/storage/local-storage.ts"

const key = "nk-sync"

const syncRecord: LocalRecord = {
  key,
  clocksKey: "nk-sync-clocks",
  version: syncVersion,
  nested: ["webdav", "upstash"],
  // When something was synced is each browser's own business.
  stamped: (path) => !path.startsWith("last"),
}

/** The sync settings. A change is saved at once, and appears in other tabs. */
export const useSync = create<SyncConfig>()(() => readSyncConfig(readLocalJson(key)))

onLocalChange(key, () => useSync.setState(readSyncConfig(readLocalJson(key))))

export function changeSync(changes: Partial<SyncConfig>): void {
  const before = useSync.getState()
  const stored = readSyncConfig(readLocalJson(key))
  const saved = changeLocalRecord(syncRecord, { ...stored }, { ...before }, { ...before, ...changes })
  useSync.setState(saved as Partial<SyncConfig>)
}

/** Takes over settings that were stored elsewhere, unless there are some here already. */
export function adoptSync(saved: unknown): void {
  if (readLocalJson(key) === undefined) changeSync(readSyncConfig(saved))
}
