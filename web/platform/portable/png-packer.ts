import { startWorker } from "../browser/start-worker.ts"
import workerUrl from "./png-worker.ts?worker&url"

/** A canvas that is drawn on, and made a PNG of once. */
export interface PngCanvas {
  readonly context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
  /** Rejects where the browser makes none. The canvas is empty afterwards. */
  readonly png: () => Promise<Blob>
}

export interface PngPacker {
  /** Undefined where the browser gives no canvas of the size. */
  readonly canvas: (width: number, height: number) => PngCanvas | undefined
  readonly close: () => void
}

/** Makes PNGs: in a worker, so that the page draws one while another is packed; without one, by the page itself. */
export function openPngPacker(): PngPacker {
  const canTransfer = typeof OffscreenCanvas !== "undefined" && "transferToImageBitmap" in OffscreenCanvas.prototype
  const worker = canTransfer ? startWorker(workerUrl, "png") : undefined
  // Until it says so, and where its code cannot be fetched, the page does the work itself.
  let isReady = false
  // One answer after the other, in the order of the questions.
  const waiting: ((png: unknown) => void)[] = []
  worker?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "ready") isReady = true
    else waiting.shift()?.(data)
  })
  worker?.addEventListener("error", () => {
    isReady = false
    for (const give of waiting.splice(0)) give(undefined)
  })

  const inWorker = async (to: Worker, bitmap: ImageBitmap): Promise<Blob> => {
    const png = await new Promise<unknown>((resolve) => {
      waiting.push(resolve)
      to.postMessage(bitmap, [bitmap])
    })
    if (!(png instanceof Blob)) throw new Error("no PNG was made")
    return png
  }

  return {
    canvas(width, height) {
      if (worker === undefined || !isReady) return pageCanvas(width, height)
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext("2d")
      return context === null
        ? undefined
        : { context, png: async () => inWorker(worker, canvas.transferToImageBitmap()) }
    },
    close: () => worker?.terminate(),
  }
}

function pageCanvas(width: number, height: number): PngCanvas | undefined {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext("2d")
  if (context === null) return undefined
  return {
    context,
    async png() {
      const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"))
      // Phones free a canvas late; an empty one weighs nothing.
      canvas.width = 0
      if (png === null) throw new Error("no PNG was made")
      return png
    },
  }
}
