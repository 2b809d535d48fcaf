import { create } from "zustand"
import { readSyncConfig, syncVersion, type SyncConfig } from "#core/settings/sync-config.ts"
import { onLocalChange, readLocalJson, writeLocal } from "../platform/local-storage.ts"

const key = "nk-sync"

/** Where this browser's data are to be kept besides. A change is saved at once, and seen in other tabs. */
export const useSync = create<SyncConfig>()(() => readSyncConfig(readLocalJson(key)))

onLocalChange(key, () => useSync.setState(readSyncConfig(readLocalJson(key))))

export function changeSync(changes: Partial<SyncConfig>): void {
  useSync.setState(changes)
  writeLocal(key, JSON.stringify({ state: useSync.getState(), version: syncVersion }))
}

/** Takes over what was stored elsewhere; nothing if there is something here already. */
export function adoptSync(saved: unknown): void {
  if (readLocalJson(key) === undefined) changeSync(readSyncConfig(saved))
}
