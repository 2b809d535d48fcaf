/** The facts that a picture's first bytes give. */
export interface Raster {
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif"
  readonly ending: string
  /** Width × height, where the first bytes contain them. */
  readonly pixels: number | undefined
  /** The larger of width and height, where the first bytes contain them. */
  readonly longerSide: number | undefined
}

/**
 * The kind of a picture by its content, whatever its server calls it; undefined for everything that is not a raster
 * picture browsers show (a page, a script, SVG, which can hold both).
 */
export function rasterOf(bytes: Buffer): Raster | undefined {
  const ascii = (from: number, to: number) => bytes.toString("latin1", from, to)
  if (bytes.length < 16) return undefined
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") {
    const size = bytes.length >= 24 ? sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : unknownSize
    return { type: "image/png", ending: "png", ...size }
  }
  if (ascii(0, 3) === "\xff\xd8\xff") return { type: "image/jpeg", ending: "jpg", ...jpegSize(bytes) }
  if (/^GIF8[79]a/.test(ascii(0, 6))) {
    return { type: "image/gif", ending: "gif", ...sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8)) }
  }
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") {
    return { type: "image/webp", ending: "webp", ...webpSize(bytes) }
  }
  if (ascii(4, 8) === "ftyp" && /^avi[fs]/.test(ascii(8, 12))) {
    return { type: "image/avif", ending: "avif", ...unknownSize }
  }
  return undefined
}

type Size = Pick<Raster, "pixels" | "longerSide">

const unknownSize: Size = { pixels: undefined, longerSide: undefined }

function sizeOf(width: number, height: number): Size {
  return { pixels: width * height, longerSide: Math.max(width, height) }
}

/** Looks for the frame header among a JPEG's segments. */
function jpegSize(bytes: Buffer): Size {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return sizeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return unknownSize
}

function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return unknownSize
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    case "VP8L": {
      const packed = bytes.readUInt32LE(21)
      return sizeOf((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
    }
    case "VP8 ":
      return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    default:
      return unknownSize
  }
}
