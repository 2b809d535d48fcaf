import { forgetOffline } from "../../browser/service-worker-client.ts"
import { databaseName } from "../database-version.ts"
import { vaultDatabaseName } from "../../vault/vault-database-name.ts"
import { markRecordsAdopted, markSettingsAdopted } from "../settings-adopted.ts"
import { endLocalNotes } from "../local-journal.ts"
import { forgetTab } from "../tab-storage.ts"
import { ownKeys } from "./local-entries.ts"

/** How long the browser has to begin, in ms: where the database is broken, some never answer. */
const deletingMs = 10_000

/**
 * Removes everything this browser has stored of the product. Open tabs must be loaded again afterwards. Throws where the
 * browser refuses; the database goes first, so that a refusal leaves everything where it is.
 */
export async function wipeSavedData(): Promise<void> {
  await deleteDatabase(databaseName)
  await deleteDatabase(vaultDatabaseName)
  endLocalNotes()
  for (const key of ownKeys(localStorage)) localStorage.removeItem(key)
  forgetTab("nk-")
  await forgetOffline().catch(() => undefined)
  // Else what the app before this one left would come back.
  markSettingsAdopted()
  markRecordsAdopted()
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    // Blocked by another tab that does not let go: it goes as soon as that one closes.
    request.onsuccess = request.onblocked = () => resolve()
    request.onerror = () => reject(request.error ?? new Error("the browser does not delete the database"))
    setTimeout(() => reject(new Error("the browser does not answer")), deletingMs)
  })
}
