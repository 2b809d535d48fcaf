import type { Page } from "@playwright/test"

export interface GivenFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Pastes files into the message field, as a screenshot comes out of the clipboard. */
export async function pasteFiles(page: Page, files: readonly GivenFile[]): Promise<void> {
  await give(page, files, "paste")
}

/** Drags files over the page and lets them go there. */
export async function dropFiles(page: Page, files: readonly GivenFile[]): Promise<void> {
  await give(page, files, "drop")
}

/** Holds files over the page without letting them go. */
export async function holdFiles(page: Page, files: readonly GivenFile[]): Promise<void> {
  await give(page, files, "dragover")
}

async function give(page: Page, files: readonly GivenFile[], how: "paste" | "drop" | "dragover"): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString("base64") }))
  await page.evaluate(
    ({ given: parts, how: event }) => {
      const data = new DataTransfer()
      for (const { name, type, base64 } of parts) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const init = { bubbles: true, cancelable: true }
      if (event === "paste") {
        const target = document.querySelector("textarea") ?? document.body
        target.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }))
      } else {
        document.body.dispatchEvent(new DragEvent("dragover", { ...init, dataTransfer: data }))
        if (event === "drop") document.body.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }))
      }
    },
    { given, how },
  )
}

/** A picture as a browser's canvas makes it: `noise` is hard to make small. */
export async function pictureFile(page: Page, name: string, width: number, height: number, noise = false) {
  const base64 = await page.evaluate(
    async ([w, h, isNoise]) => {
      const canvas = new OffscreenCanvas(w, h)
      const context = canvas.getContext("2d")
      const pixels = new ImageData(w, h)
      for (let index = 0; index < pixels.data.length; index += 1) {
        const position = (index >> 2) % w
        const value = isNoise ? Math.random() * 256 : (position / w) * 255
        pixels.data[index] = index % 4 === 3 ? 255 : value
      }
      context?.putImageData(pixels, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())
      let text = ""
      for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
      return btoa(text)
    },
    [width, height, noise] as const,
  )
  return { name, type: "image/png", bytes: Buffer.from(base64, "base64") }
}
