/** Makes pictures small away from the page's thread. */
import { encodeImage, type EncodedImage } from "./encode-image.ts"

export interface ImageTask {
  readonly id: number
  readonly source: Blob | ImageData
}

/** `image` is absent where the picture could not be read. */
export interface ImageDone {
  readonly id: number
  readonly image?: EncodedImage
}

addEventListener("message", ({ data }: MessageEvent<ImageTask>) => {
  const say = (done: ImageDone) => postMessage(done)
  encodeImage(data.source).then(
    (image) => say({ id: data.id, image }),
    () => say({ id: data.id }),
  )
})
