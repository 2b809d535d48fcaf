import { saveImage } from "../platform/storage/image-storage.ts"
import { inTime, reportStorage } from "./storage-state.ts"

/**
 * Keeps a picture in the store, or in memory alone, where nothing may be stored. When the disk is full, or takes too long, it is
 * kept in memory: it is not dropped, and holds nobody up. The store has it, too, once that opens.
 */
export async function keepImage(id: string, blob: Blob, isTemporary: boolean): Promise<void> {
  const saving = saveImage(id, blob, isTemporary).then(
    () => true,
    (trouble: unknown) => (reportStorage(trouble), false),
  )
  if (!(await inTime(saving, false))) await saveImage(id, blob, true)
}
