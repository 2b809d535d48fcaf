import { useCallback, useEffect, useState } from "react"
import { backupName, collectSavedData, writeCopy, type SavedData } from "../../platform/storage/copy/saved-data.ts"
import { wipeSavedData } from "../../platform/storage/copy/wipe.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { unsavedConversations } from "../../state/unsaved.ts"
import { openAnew } from "../../platform/browser/page-address.ts"

/** How far the copy has come. `failed`: it could not be written, or not be handed over. */
export type CopyState = "none" | "saving" | "saved" | "failed"

/** The reason why deleting failed, shown after the attempt. */
export type WipeTrouble = "changed" | "refused"

/**
 * Reads everything, hands a copy over, and deletes; each only when it is asked for. Nothing is deleted unless the copy is of
 * what is there at that moment, or the reader has said that it may go without one.
 */
export function useWipe() {
  const [data, setData] = useState<SavedData>()
  const [copy, setCopy] = useState<CopyState>("none")
  const [fileName, setFileName] = useState("")
  const [trouble, setTrouble] = useState<WipeTrouble>()
  const [isWiping, setWiping] = useState(false)

  const read = useCallback(async () => {
    const now = await collectSavedData(await unsavedConversations())
    setData(now)
    return now
  }, [])
  useEffect(() => {
    // Failures of single parts are listed in the result; this handles a browser that refuses everything.
    void read().catch(() => setCopy("failed"))
  }, [read])

  const save = async (passphrase: string | undefined) => {
    setTrouble(undefined)
    setCopy("saving")
    try {
      const now = new Date()
      const name = backupName(now)
      saveFile(name, await writeCopy(await read(), now, passphrase))
      setFileName(name)
      setCopy("saved")
    } catch {
      setCopy("failed")
    }
  }

  const wipe = async (isWithoutCopy: boolean) => {
    setTrouble(undefined)
    setWiping(true)
    try {
      const copied = data?.fingerprint
      const now = copy === "saved" || !isWithoutCopy ? await read() : undefined
      if (now !== undefined && now.fingerprint !== copied) {
        setCopy("none")
        setTrouble("changed")
        return
      }
      await wipeSavedData()
      openAnew()
    } catch {
      setTrouble("refused")
    } finally {
      setWiping(false)
    }
  }

  return { data, copy, fileName, trouble, isWiping, save, wipe, forgetCopy: () => setCopy("none") }
}
