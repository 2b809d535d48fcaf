import { decodeBase64 } from "../files/decode-base64.ts"

/** Bytes as base64 writes them, with the type that their beginning tells. */
export function blobOfBase64(b64: string): Blob {
  const type = b64.startsWith("/9j/")
    ? "image/jpeg"
    : b64.startsWith("UklGR")
      ? "image/webp"
      : b64.startsWith("R0lGOD")
        ? "image/gif"
        : "image/png"
  return new Blob([decodeBase64(b64)], { type })
}
