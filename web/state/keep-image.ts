import { saveImage } from "../platform/storage/image-storage.ts"
import { inTime, reportStorage } from "./storage-state.ts"

/**
 * Keeps a picture in the store, or in memory alone, where nothing may be stored. When the disk is full, or takes too long, it is
 * kept in memory: it is not dropped, and holds nobody up. The store has it, too, once that opens.
 */
export async function keepImage(id: string, blob: Blob, isTemporary: boolean): Promise<void> {
  await keepInTime(id, blob, isTemporary).catch(() => saveImage(id, blob, true))
}

/** The same, but rejects where the store refuses it, for whoever can keep it in another way. */
export async function keepInTime(id: string, blob: Blob, isTemporary: boolean): Promise<void> {
  const saving = saveImage(id, blob, isTemporary).then(() => true)
  // It may be refused after nobody waits for it any more.
  saving.catch(reportStorage)
  if (!(await inTime(saving, false))) await saveImage(id, blob, true)
}
