/** A picture that is inside the message itself: `data:` of a raster type. SVG is left out, it can carry more than a picture. */
export function rasterImage(src: string): string | undefined {
  return /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=\s]+$/i.test(src) ? src : undefined
}

/** A picture that lies on the web; it is fetched only when the reader asks for it. */
export function webAddress(src: string): URL | undefined {
  try {
    const url = new URL(src)
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
  } catch {
    return undefined
  }
}

/** Whether an address ends like a film's or a sound's. */
export function isMedia(url: URL): boolean {
  return /\.(?:mp4|m4v|webm|mov|ogv|mp3|m4a|ogg|oga|opus|wav|flac|aac)$/i.test(url.pathname)
}
