import { imageReference } from "#core/conversation/image-reference.ts"
import { newId } from "../browser/new-id.ts"
import { saveImage } from "../storage/image-storage.ts"

/** The longer edge of a small picture, in pixels: a square of the gallery on a phone of three pixels a point. */
const thumbnailPx = 384

/** Bytes in which this browser finds no picture; at times only because it has no memory for one. */
export class NoPicture extends Error {}

export interface KeptImage {
  /** Names the picture in the store, as `nk-image:<id>/<width>x<height>`. */
  readonly image: string
  readonly thumbnail?: string
}

/**
 * Stores a picture that a model made; with a small one beside it, where the browser can make one. `save`: stores one. Throws `NoPicture`
 * for bytes that are none.
 */
export async function keepGenerated(
  blob: Blob,
  { isTemporary = false, withThumbnail = false, save = saveImage } = {},
): Promise<KeptImage> {
  const bitmap = await createImageBitmap(blob).catch((cause: unknown) => {
    throw new NoPicture("no picture", { cause })
  })
  try {
    const { width: widthPx, height: heightPx } = bitmap
    const id = newId()
    await save(id, blob, isTemporary)
    const image = imageReference({ id, widthPx, heightPx })
    if (!withThumbnail) return { image }
    const small = await smaller(bitmap).catch(() => undefined)
    if (small === undefined) return { image }
    const smallId = newId()
    await save(smallId, small.blob, isTemporary)
    return { image, thumbnail: imageReference({ id: smallId, widthPx: small.widthPx, heightPx: small.heightPx }) }
  } finally {
    bitmap.close()
  }
}

async function smaller(bitmap: ImageBitmap) {
  const scale = Math.min(1, thumbnailPx / Math.max(bitmap.width, bitmap.height))
  const widthPx = Math.max(1, Math.round(bitmap.width * scale))
  const heightPx = Math.max(1, Math.round(bitmap.height * scale))
  if (typeof OffscreenCanvas !== "function") return undefined
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  const context = canvas.getContext("2d")
  if (context === null) return undefined
  context.imageSmoothingQuality = "high"
  context.drawImage(bitmap, 0, 0, widthPx, heightPx)
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.82 })
  return { blob, widthPx, heightPx }
}
