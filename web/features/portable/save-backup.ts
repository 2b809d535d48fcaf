import { saveFile } from "../../platform/files/save-file.ts"
import { backupName, collectSavedData, writeCopy } from "../../platform/storage/copy/saved-data.ts"
import { unsavedConversations } from "../../state/unsaved.ts"

/** Hands over a backup of everything here; its name, or undefined where it could not be made. */
export async function saveBackup(passphrase?: string): Promise<string | undefined> {
  try {
    const now = new Date()
    const name = backupName(now)
    saveFile(name, await writeCopy(await collectSavedData(await unsavedConversations()), now, passphrase))
    return name
  } catch {
    return undefined
  }
}
