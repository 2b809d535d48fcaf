import { strToU8, zipSync } from "fflate"

/** A ZIP file of texts and bytes, as a browser would download it. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array | object>>): Buffer {
  const entries = Object.entries(files).map(([name, content]) => {
    const isBytes = content instanceof Uint8Array
    const bytes = isBytes ? content : strToU8(typeof content === "string" ? content : JSON.stringify(content))
    return [name, bytes] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 6 }))
}

/** A picture of one pixel: the smallest PNG. */
export const tinyPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
