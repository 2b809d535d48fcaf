import { avifSize } from "./avif-size.ts"
import { jpegMarker } from "./jpeg-markers.ts"

/** The facts that a picture's bytes give without being decoded. */
export interface Raster {
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif"
  readonly ending: string
  /** Width × height, where its bytes say them. */
  readonly pixels: number | undefined
  /** The larger of width and height, where its bytes say them. */
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
    const isWhole = bytes.length >= 24 && ascii(12, 16) === "IHDR"
    const size = isWhole ? sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : unknownSize
    return { type: "image/png", ending: "png", ...size }
  }
  if (ascii(0, 3) === "\xff\xd8\xff") return { type: "image/jpeg", ending: "jpg", ...jpegSize(bytes) }
  if (/^GIF8[79]a/.test(ascii(0, 6))) {
    return { type: "image/gif", ending: "gif", ...gifSize(bytes) }
  }
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") {
    return { type: "image/webp", ending: "webp", ...webpSize(bytes) }
  }
  if (ascii(4, 8) === "ftyp" && /^avi[fs]/.test(ascii(8, 12))) {
    return { type: "image/avif", ending: "avif", ...sizeOfAvif(bytes) }
  }
  return undefined
}

type Size = Pick<Raster, "pixels" | "longerSide">

const unknownSize: Size = { pixels: undefined, longerSide: undefined }

/** A picture without a width or a height has a size that it does not say, as far as anybody can rely on it. */
function sizeOf(width: number, height: number): Size {
  if (width === 0 || height === 0) return unknownSize
  return { pixels: width * height, longerSide: Math.max(width, height) }
}

/** Looks for the frame header among the segments that stand before a JPEG's first scan. */
function jpegSize(bytes: Buffer): Size {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    switch (jpegMarker(bytes[at + 1] ?? 0)) {
      case "frame":
        return sizeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      case "segment":
        at += 2 + bytes.readUInt16BE(at + 2)
        break
      case "alone":
        at += 2
        break
      case "fill":
        at += 1
        break
      default:
        return unknownSize
    }
  }
  return unknownSize
}

/** What a GIF is drawn in: its screen, or more where a frame reaches beyond it, for which browsers make room. */
function gifSize(bytes: Buffer): Size {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  let at = 13 + gifColours(bytes[10])
  while (at + 10 < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x2c) {
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = endOfBlocks(bytes, at + 11 + gifColours(bytes[at + 9]))
    } else if (kind === 0x21) at = endOfBlocks(bytes, at + 2)
    else break
  }
  return sizeOf(width, height)
}

/** Bytes of the table of colours that a GIF's flags announce. */
function gifColours(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Behind blocks that each have their length before them, up to an empty one. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let size = 1; size > 0 && at < bytes.length;) {
    size = bytes[at] ?? 0
    at += 1 + size
  }
  return at
}

function sizeOfAvif(bytes: Buffer): Size {
  const size = avifSize(bytes)
  return size === undefined ? unknownSize : sizeOf(size.width, size.height)
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
