/** The content types that a provider's bytes may be sent as, by the names that providers use. */
const types: Readonly<Record<string, string>> = {
  "audio/mpeg": "audio/mpeg",
  "audio/mp3": "audio/mpeg",
  "audio/wav": "audio/wav",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/ogg": "audio/ogg",
  "audio/opus": "audio/opus",
  "audio/webm": "audio/webm",
  "audio/aac": "audio/aac",
  "audio/flac": "audio/flac",
  "audio/x-flac": "audio/flac",
  "audio/mp4": "audio/mp4",
  "audio/pcm": "audio/pcm",
  "audio/l16": "audio/l16",
  "image/png": "image/png",
  "image/jpeg": "image/jpeg",
  "image/webp": "image/webp",
  "image/gif": "image/gif",
  "image/avif": "image/avif",
  "application/octet-stream": "application/octet-stream",
}

/** A `content-type` as it may be passed on: one of a list, without parameters; undefined for every other. */
export function mediaType(contentType: string): string | undefined {
  const name = contentType.slice(0, 100).split(";")[0]?.trim().toLowerCase() ?? ""
  return Object.hasOwn(types, name) ? types[name] : undefined
}

/** The ending of a file of that type. */
export function endingOf(type: string): string {
  const name = type.split("/")[1] ?? ""
  const endings: Readonly<Record<string, string>> = {
    mpeg: "mp3",
    jpeg: "jpg",
    mp4: "m4a",
    l16: "pcm",
    "octet-stream": "bin",
  }
  return endings[name] ?? name
}
