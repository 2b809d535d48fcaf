import { saveImage } from "../platform/image-storage.ts"
import { readFile } from "../platform/read-file.ts"
import type { TrayItem } from "./attachment-store.ts"

/** A file as it stands in the tray once it was read; a picture is in the store by then, unless nothing may be stored. */
export async function readAttachment(id: string, file: File, isTemporary: boolean): Promise<TrayItem> {
  const name = presentableName(file.name)
  try {
    const read = await readFile(file)
    switch (read.kind) {
      case "image": {
        const { blob, widthPx, heightPx } = read.image
        await saveImage(id, blob, isTemporary)
        return { kind: "image", id, name, widthPx, heightPx }
      }
      case "text": {
        const { text, pages, isCut } = read
        const more = { ...(pages === undefined ? {} : { pages }), ...(isCut ? { isCut } : {}) }
        return { kind: "file", id, text, note: { name, sizeBytes: file.size, ...more } }
      }
      default: {
        const { kind: _, ...why } = read
        return { kind: "refused", id, name, ...why }
      }
    }
  } catch {
    // The file is gone, or the disk is full.
    return { kind: "refused", id, name, trouble: "unreadable" }
  }
}

/** On one line and no longer than a line: a model reads it too. */
function presentableName(name: string): string {
  return (
    name
      .replace(/[\s[\]]+/g, " ")
      .trim()
      .slice(-120) || "arquivo"
  )
}
