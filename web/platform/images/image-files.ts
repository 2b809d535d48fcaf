import heicWorkerUrl from "virtual:heic-worker"
import { encodeImage, type EncodedImage } from "./encode-image.ts"
import imageWorkerUrl from "./image-worker.ts?worker&url"
import type { ImageDone, ImageTask } from "./image-worker.ts"
import { startWorker } from "../browser/start-worker.ts"

/** A picture as it was read; undefined when it cannot be, `not-loaded` where what reads it could not be fetched. */
type ReadImage = EncodedImage | "not-loaded" | undefined

/** A picture the user chose, ready to be stored and sent. */
export async function readImageFile(file: Blob, isHeic: boolean): Promise<ReadImage> {
  // Safari reads an iPhone's photos by itself.
  const itself = await encodeInWorker(file)
  if (itself !== undefined || !isHeic) return itself
  const pixels = await decodeHeic(file)
  return pixels instanceof ImageData ? encodeInWorker(pixels) : pixels
}

interface Waiting {
  readonly source: Blob | ImageData
  readonly resolve: (image: ReadImage | Promise<ReadImage>) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let lastId = 0

async function encodeInWorker(source: Blob | ImageData): Promise<ReadImage> {
  const encoder = typeof OffscreenCanvas === "function" ? imageWorker() : undefined
  if (encoder === undefined) return encodeHere(source)
  const id = (lastId += 1)
  return new Promise((resolve) => {
    waiting.set(id, { source, resolve })
    // Pixels weigh tens of megabytes: they are handed over, not copied.
    encoder.postMessage({ id, source } satisfies ImageTask, source instanceof ImageData ? [source.data.buffer] : [])
  })
}

/** On the page's own thread, which stands still meanwhile. */
function encodeHere(source: Blob | ImageData): Promise<ReadImage> {
  return encodeImage(source).catch(() => undefined)
}

function imageWorker(): Worker | undefined {
  if (worker !== undefined) return worker
  worker = startWorker(imageWorkerUrl, "image")
  worker?.addEventListener("message", ({ data }: MessageEvent<ImageDone>) => {
    waiting.get(data.id)?.resolve(data.image)
    waiting.delete(data.id)
  })
  worker?.addEventListener("error", () => {
    // Its code could not be fetched. Pixels were handed over, and went with it.
    worker = undefined
    for (const { source, resolve } of waiting.values()) {
      resolve(source instanceof Blob ? encodeHere(source) : "not-loaded")
    }
    waiting.clear()
  })
  return worker
}

/** The pixels of an iPhone's photo. Its worker, three megabytes of code, ends with the photo. */
function decodeHeic(file: Blob): Promise<ImageData | "not-loaded" | undefined> {
  const heic = startWorker(heicWorkerUrl, "heic")
  if (heic === undefined) return Promise.resolve(undefined)
  const pixels = new Promise<ImageData | "not-loaded" | undefined>((resolve) => {
    heic.addEventListener("error", () => resolve("not-loaded"))
    heic.addEventListener("message", ({ data }: MessageEvent<{ readonly imageData: unknown }>) =>
      resolve(data.imageData instanceof ImageData ? data.imageData : undefined),
    )
    void file.arrayBuffer().then((buffer) => heic.postMessage({ id: "photo", buffer }, [buffer]))
  })
  return pixels.finally(() => heic.terminate())
}
