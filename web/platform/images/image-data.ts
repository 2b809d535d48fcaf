import { loadImage } from "../storage/image-storage.ts"

/** A picture of the store as a `data:` address, as models take it; undefined when the store has it no more. */
export async function imageData(id: string): Promise<string | undefined> {
  const blob = await loadImage(id).catch(() => undefined)
  return blob && dataUrl(blob)
}

/** Read away from the page's thread, by the browser itself. */
function dataUrl(blob: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : undefined))
    reader.addEventListener("error", () => resolve(undefined))
    reader.readAsDataURL(blob)
  })
}
