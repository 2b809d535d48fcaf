/** Joins pictures away from the page's thread: hundreds of megabytes of pixels go through it. */
import { joinPictures } from "./join-pictures.ts"

addEventListener("message", ({ data }: MessageEvent<readonly Blob[]>) => {
  void joinPictures(data).then(
    (joined) => postMessage(joined),
    () => postMessage(undefined),
  )
})
