import { readAncestorRecord } from "../platform/storage/ancestor-storage.ts"
import {
  areRecordsAdopted,
  areSettingsAdopted,
  markRecordsAdopted,
  markSettingsAdopted,
} from "../platform/storage/settings-adopted.ts"
import { adoptAccess } from "./access-store.ts"
import { adoptConfig } from "./config-store.ts"
import { startConversations } from "./start-conversations.ts"
import { adoptSync } from "./sync-store.ts"

/** Takes over what NextChat stored in this browser, each kind once. What was changed here is kept. */
export async function adoptAncestor(): Promise<void> {
  if (!areSettingsAdopted()) await adoptSettings()
  if (areRecordsAdopted()) return
  await startConversations()
  const { keepNextChatRecords } = await import("../platform/storage/keep-nextchat.ts")
  if (!(await keepNextChatRecords())) return
  const [{ adoptDrawings }, { movePictures }] = await Promise.all([
    import("./adopt-drawings.ts"),
    import("../platform/images/move-pictures.ts"),
  ])
  await adoptDrawings()
  markRecordsAdopted()
  // Its chats have their pictures as text, or in its own cache.
  await movePictures()
}

async function adoptSettings(): Promise<void> {
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
