import { dataUrlLength, firstFittingRound, type EncodingRound } from "#core/conversation/image-encoding.ts"

export interface EncodedImage {
  readonly blob: Blob
  readonly widthPx: number
  readonly heightPx: number
}

/** Re-encodes a picture for sending: a JPEG under the length limit, upright, without the camera's metadata. */
export async function encodeImage(source: Blob | ImageData): Promise<EncodedImage> {
  const bitmap = await createImageBitmap(source)
  try {
    const encoded = await firstFittingRound(
      // Phones' canvases have a largest size: a picture beyond it is too large, as one whose address is too long.
      (round) => encode(bitmap, round).catch(() => undefined),
      (made) => (made === undefined ? Infinity : dataUrlLength(made.blob.size)),
    )
    if (encoded === undefined) throw new Error("this browser makes no JPEG of it")
    return encoded
  } finally {
    bitmap.close()
  }
}

async function encode(bitmap: ImageBitmap, { quality, scale }: EncodingRound): Promise<EncodedImage> {
  const widthPx = Math.max(1, Math.floor(bitmap.width * scale))
  const heightPx = Math.max(1, Math.floor(bitmap.height * scale))
  const canvas = canvasOf(widthPx, heightPx)
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (context === null) throw new Error("this browser gives no canvas of the size")
  // JPEG knows no transparency; without this it would turn black.
  context.fillStyle = "#fff"
  context.fillRect(0, 0, widthPx, heightPx)
  context.imageSmoothingQuality = "high"
  context.drawImage(bitmap, 0, 0, widthPx, heightPx)
  const blob = await toJpeg(canvas, quality)
  // Phones free a canvas late; an empty one weighs nothing.
  canvas.width = 0
  return { blob, widthPx, heightPx }
}

/** Safari before 16.4 draws on the page only. */
function canvasOf(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas === "function") return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement("canvas"), { width, height })
}

function toJpeg(canvas: OffscreenCanvas | HTMLCanvasElement, quality: number): Promise<Blob> {
  if (!("toBlob" in canvas)) return canvas.convertToBlob({ type: "image/jpeg", quality })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no JPEG was made"))), "image/jpeg", quality)
  })
}
