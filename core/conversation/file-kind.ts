/**
 * The kind of an attached file, detected by its first bytes, because its name and type may be wrong. `unknown` may
 * still be text.
 */
export type FileKind = "image" | "heic" | "pdf" | "unknown"

/** How many leading bytes are needed to detect the kind. */
export const signatureBytes = 1_024

/** The largest files that are read, in bytes. */
export const largestFileBytes = { image: 60 * 1024 ** 2, pdf: 20 * 1024 ** 2, text: 10 * 1024 ** 2 } as const

/** Most characters of a file that are attached: more than any of the default models reads in one message. */
export const largestFileCharacters = 500_000

/** This many leading bytes contain `largestFileCharacters` in any encoding; the rest of the file is not read. */
export const largestTextBytes = 4 * largestFileCharacters

/** The part of a file's text that is attached; it never ends inside a surrogate pair. */
export function attachedPart(text: string): string {
  return text.length <= largestFileCharacters
    ? text
    : text.slice(0, largestFileCharacters).replace(/[\ud800-\udbff]$/, "")
}

const signatures: readonly (readonly [FileKind, offset: number, text: string])[] = [
  ["image", 0, "\xff\xd8\xff"],
  ["image", 0, "\x89PNG\r\n\x1a\n"],
  ["image", 0, "GIF8"],
  ["image", 8, "WEBP"],
  ["image", 0, "BM"],
  ["image", 4, "ftypavif"],
  ["image", 4, "ftypavis"],
  ["heic", 4, "ftyphei"],
  ["heic", 4, "ftyphev"],
  ["heic", 4, "ftypmif1"],
  ["heic", 4, "ftypmsf1"],
]

export function fileKind(start: Uint8Array): FileKind {
  const text = latin1(start.subarray(0, signatureBytes))
  // Some PDFs have a few bytes before their signature; readers allow a kilobyte.
  if (text.includes("%PDF-")) return "pdf"
  const isBitmap = text.startsWith("BM") && start.length > 14 && start[6] === 0 && start[7] === 0
  const found = signatures.find(([, offset, signature]) => text.startsWith(signature, offset))
  if (found?.[2] === "BM" && !isBitmap) return "unknown"
  return found?.[0] ?? "unknown"
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
}

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/**
 * Detects the encoding of a text by its bytes; undefined for binary data. Without a byte order mark, UTF-16 is
 * recognized by the zero bytes beside Latin letters, and anything that is not valid UTF-8 is read as Windows Latin-1.
 */
export function textEncoding(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const sample = bytes.subarray(0, 65_536)
  const zeros = [0, 0]
  let controls = 0
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
    else if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) controls += 1
  })
  const [even = 0, odd = 0] = zeros
  const half = sample.length / 2
  if (even + odd > 0) {
    if (odd > half * 0.4 && even < half * 0.05) return "utf-16le"
    if (even > half * 0.4 && odd < half * 0.05) return "utf-16be"
    return undefined
  }
  if (controls > sample.length * 0.01) return undefined
  return isUtf8(bytes) ? "utf-8" : "windows-1252"
}

/** Whether the bytes are valid UTF-8; an incomplete character at the very end is accepted. */
function isUtf8(bytes: Uint8Array): boolean {
  let follow = 0
  for (const byte of bytes) {
    if (follow > 0) {
      if ((byte & 0xc0) !== 0x80) return false
      follow -= 1
    } else if (byte >= 0xf0 && byte < 0xf5) follow = 3
    else if (byte >= 0xe0 && byte < 0xf0) follow = 2
    else if (byte >= 0xc2 && byte < 0xe0) follow = 1
    else if (byte >= 0x80) return false
  }
  return true
}
