/** Packs pixels as PNG away from the page's thread, which draws the next piece meanwhile. */
addEventListener("message", ({ data }: MessageEvent<ImageBitmap>) => {
  const canvas = new OffscreenCanvas(data.width, data.height)
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(data)
  void canvas.convertToBlob({ type: "image/png" }).then(
    (png) => postMessage(png),
    () => postMessage(undefined),
  )
})

// Nothing is sent here before it is known that this browser can.
if (new OffscreenCanvas(1, 1).getContext("bitmaprenderer") !== null) postMessage("ready")
