/** The facts that a picture's first bytes give. */
export interface Raster {
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif"
  readonly ending: string
  /** Width × height, where the first bytes contain them. */
  readonly pixels: number | undefined
}

/**
 * The kind of a picture by its content, whatever its server calls it; undefined for everything that is not a raster
 * picture browsers show (a page, a script, SVG, which can hold both).
 */
export function rasterOf(bytes: Buffer): Raster | undefined {
  const ascii = (from: number, to: number) => bytes.toString("latin1", from, to)
  if (bytes.length < 16) return undefined
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") {
    const pixels = bytes.length >= 24 ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : undefined
    return { type: "image/png", ending: "png", pixels }
  }
  if (ascii(0, 3) === "\xff\xd8\xff") return { type: "image/jpeg", ending: "jpg", pixels: jpegPixels(bytes) }
  if (/^GIF8[79]a/.test(ascii(0, 6))) {
    return { type: "image/gif", ending: "gif", pixels: bytes.readUInt16LE(6) * bytes.readUInt16LE(8) }
  }
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") {
    return { type: "image/webp", ending: "webp", pixels: webpPixels(bytes) }
  }
  if (ascii(4, 8) === "ftyp" && /^avi[fs]/.test(ascii(8, 12))) {
    return { type: "image/avif", ending: "avif", pixels: undefined }
  }
  return undefined
}

/** Looks for the frame header among a JPEG's segments. */
function jpegPixels(bytes: Buffer): number | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webpPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 30) return undefined
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1)
    case "VP8L": {
      const packed = bytes.readUInt32LE(21)
      return ((packed & 0x3fff) + 1) * (((packed >>> 14) & 0x3fff) + 1)
    }
    case "VP8 ":
      return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff)
    default:
      return undefined
  }
}
