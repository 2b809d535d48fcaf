import { saveImage } from "../platform/image-storage.ts"
import { readFile } from "../platform/read-file.ts"
import type { TrayItem } from "./attachment-store.ts"
import { reportStorage } from "./storage-state.ts"

/** A file as it stands in the tray once it was read; a picture is in the store by then, unless nothing may be stored. */
export async function readAttachment(
  { id, name }: Pick<Extract<TrayItem, { kind: "reading" }>, "id" | "name">,
  file: File,
  isTemporary: boolean,
): Promise<TrayItem> {
  try {
    const read = await readFile(file)
    switch (read.kind) {
      case "image": {
        const { blob, widthPx, heightPx } = read.image
        await keepImage(id, blob, isTemporary)
        return { kind: "image", id, name, widthPx, heightPx }
      }
      case "text": {
        const { text, pages, pagesWithoutText = 0, isCut } = read
        const more = {
          ...(pages === undefined ? {} : { pages }),
          ...(pagesWithoutText > 0 ? { pagesWithoutText } : {}),
          ...(isCut ? { isCut } : {}),
        }
        return { kind: "file", id, text, note: { name, sizeBytes: file.size, ...more } }
      }
      default: {
        const { kind: _, ...why } = read
        return { kind: "refused", id, name, ...why }
      }
    }
  } catch {
    // The file is gone.
    return { kind: "refused", id, name, trouble: "unreadable" }
  }
}

/** On a disk without room a picture is kept as long as the page, and the screen says so: it is not dropped. */
async function keepImage(id: string, blob: Blob, isTemporary: boolean): Promise<void> {
  try {
    await saveImage(id, blob, isTemporary)
  } catch (trouble) {
    reportStorage(trouble)
    await saveImage(id, blob, true)
  }
}
