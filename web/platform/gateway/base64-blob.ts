/** Bytes as base64 writes them, with the type that their beginning tells. */
export function blobOfBase64(b64: string): Blob {
  const text = atob(b64)
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const type = b64.startsWith("/9j/")
    ? "image/jpeg"
    : b64.startsWith("UklGR")
      ? "image/webp"
      : b64.startsWith("R0lGOD")
        ? "image/gif"
        : "image/png"
  return new Blob([bytes], { type })
}
