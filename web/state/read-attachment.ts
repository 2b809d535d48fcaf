import { readFile } from "../platform/files/read-file.ts"
import type { TrayItem } from "./attachment-store.ts"
import { keepImage } from "./keep-image.ts"

/** Reads a file into an item of the tray; a picture is then in the store, unless nothing may be stored. */
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
    // The file no longer exists.
    return { kind: "refused", id, name, trouble: "unreadable" }
  }
}
