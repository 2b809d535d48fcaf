import heicWorkerUrl from "virtual:heic-worker"
import { encodeImage, type EncodedImage } from "./encode-image.ts"
import imageWorkerUrl from "./image-worker.ts?worker&url"
import type { ImageDone, ImageTask } from "./image-worker.ts"
import { startWorker } from "../browser/start-worker.ts"

/** A picture the user chose, ready to be stored and sent; undefined when it cannot be read. */
export async function readImageFile(file: Blob, isHeic: boolean): Promise<EncodedImage | undefined> {
  // Safari reads an iPhone's photos by itself.
  const itself = await encodeInWorker(file)
  if (itself !== undefined || !isHeic) return itself
  const pixels = await decodeHeic(file)
  return pixels && encodeInWorker(pixels)
}

const waiting = new Map<number, (done: ImageDone) => void>()
let worker: Worker | undefined
let lastId = 0

async function encodeInWorker(source: Blob | ImageData): Promise<EncodedImage | undefined> {
  const encoder = typeof OffscreenCanvas === "function" ? imageWorker() : undefined
  if (encoder === undefined) return encodeImage(source).catch(() => undefined)
  const id = (lastId += 1)
  return new Promise((resolve) => {
    waiting.set(id, ({ image }) => resolve(image))
    // Pixels weigh tens of megabytes: they are handed over, not copied.
    encoder.postMessage({ id, source } satisfies ImageTask, source instanceof ImageData ? [source.data.buffer] : [])
  })
}

function imageWorker(): Worker | undefined {
  if (worker !== undefined) return worker
  worker = startWorker(imageWorkerUrl, "image")
  worker?.addEventListener("message", ({ data }: MessageEvent<ImageDone>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  worker?.addEventListener("error", () => {
    worker = undefined
    for (const [id, done] of waiting) done({ id })
    waiting.clear()
  })
  return worker
}

/** The pixels of an iPhone's photo. Its worker, three megabytes of code, ends with the photo. */
function decodeHeic(file: Blob): Promise<ImageData | undefined> {
  const heic = startWorker(heicWorkerUrl, "heic")
  if (heic === undefined) return Promise.resolve(undefined)
  const pixels = new Promise<ImageData | undefined>((resolve) => {
    heic.addEventListener("error", () => resolve(undefined))
    heic.addEventListener("message", ({ data }: MessageEvent<{ readonly imageData: unknown }>) =>
      resolve(data.imageData instanceof ImageData ? data.imageData : undefined),
    )
    void file.arrayBuffer().then((buffer) => heic.postMessage({ id: "photo", buffer }, [buffer]))
  })
  return pixels.finally(() => heic.terminate())
}
