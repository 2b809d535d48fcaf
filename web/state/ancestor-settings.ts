import { readAncestorRecord } from "../platform/ancestor-storage.ts"
import { markSettingsAdopted } from "../platform/settings-adopted.ts"
import { adoptAccess } from "./access-store.ts"
import { adoptConfig } from "./config-store.ts"
import { adoptSync } from "./sync-store.ts"

/** Takes over, once, what the app before this one stored under its names. What was changed here already stays. */
export async function adoptAncestorSettings(): Promise<void> {
  const [config, access, sync] = await Promise.all([
    readAncestorRecord(["nk-app-config", "app-config"]),
    readAncestorRecord(["nk-access-control", "access-control"]),
    readAncestorRecord(["nk-sync", "sync"]),
  ])
  markSettingsAdopted()
  if (config !== undefined) adoptConfig(config)
  if (access !== undefined) adoptAccess(access)
  if (sync !== undefined) adoptSync(sync)
}
