import { jpegMarker } from "../images/jpeg-markers.ts"
import type { Raster } from "../images/raster.ts"

/** A picture has some thousands of parts at the most, chunks or segments or blocks; each costs time and memory here. */
const mostParts = 20_000

/**
 * A picture without what its camera or program wrote into it (place, time, device, comments), every pixel untouched. Undefined
 * where it is not built as its kind is, or is of a kind whose parts cannot be told apart here (AVIF).
 */
export function cleanPicture(bytes: Buffer, type: Raster["type"]): Buffer | undefined {
  switch (type) {
    case "image/jpeg":
      return cleanJpeg(bytes)
    case "image/png":
      return cleanPng(bytes)
    case "image/webp":
      return cleanWebp(bytes)
    case "image/gif":
      return cleanGif(bytes)
    case "image/avif":
      return undefined
  }
}

/** Segments that hold metadata: APP1 (Exif, XMP), APP3 to APP13, APP15 and comments. APP0 and APP14 say how colours are meant, APP2 has the colour profile. */
function isMetadataSegment(marker: number): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return marker === 0xfe || (isApplication && ![0xe0, 0xe2, 0xee].includes(marker))
}

/** JPEG, ITU T.81 annex B: segments up to the scan, whose data runs to the end. */
function cleanJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  const turn = orientationOf(bytes)
  if (turn !== undefined && turn !== 1) kept.push(orientationSegment(turn))
  let at = 2
  for (let parts = 0; parts < mostParts && at + 4 <= bytes.length; parts++) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const kind = jpegMarker(marker)
    if (kind === "misplaced") return undefined
    if (kind === "fill" || kind === "alone") {
      at += kind === "fill" ? 1 : 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (!isMetadataSegment(marker)) kept.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    // What follows the end of the picture (a second one, a film of a phone) is left out.
    const finish = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))
    const close = firstEndOfImage(bytes, at)
    kept.push(bytes.subarray(at, close ?? (finish > at ? finish + 2 : bytes.length)))
    return Buffer.concat(kept)
  }
  return undefined
}

/** Where the picture that begins at a scan ends: behind the first end marker that is not within a segment between scans. */
function firstEndOfImage(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at += 1
      continue
    }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    const isInData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (isInData) at += marker === 0xff ? 1 : 2
    else if (at + 4 <= bytes.length) at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
    else return undefined
  }
  return undefined
}

/** How a camera was held (Exif tag 0x0112, 1 to 8): without it the picture would lie on its side. */
function orientationOf(bytes: Buffer): number | undefined {
  let at = 2
  for (let parts = 0; parts < mostParts && at + 10 < bytes.length && bytes[at] === 0xff; parts++) {
    const marker = bytes[at + 1] ?? 0
    const kind = jpegMarker(marker)
    if (kind === "fill" || kind === "alone") {
      at += kind === "fill" ? 1 : 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xe1 && bytes.toString("latin1", at + 4, at + 10) === "Exif\0\0") {
      return orientationInTiff(bytes.subarray(at + 10, at + 2 + length))
    }
    if (kind === "scan" || kind === "misplaced" || length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

function orientationInTiff(tiff: Buffer): number | undefined {
  const isLittle = tiff.toString("latin1", 0, 2) === "II"
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = u32(4)
  const entries = Math.min(u16(directory), 64)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (u16(at) === 0x0112) {
      const turn = u16(at + 8)
      return turn >= 1 && turn <= 8 ? turn : undefined
    }
  }
  return undefined
}

/** An Exif segment that says how the picture is turned, and nothing else. */
function orientationSegment(turn: number): Buffer {
  const tiff = Buffer.from("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0", "latin1")
  tiff.writeUInt16BE(turn, 18)
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** PNG chunks that are neither the picture nor its colours: texts, times, Exif, and what nobody knows. */
const pngKept = new Set("IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT".split(" "))

/** PNG, W3C recommendation, chunks: length, type, data, sum. */
function cleanPng(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  let at = 8
  for (let parts = 0; parts < mostParts && at + 12 <= bytes.length; parts++) {
    const type = bytes.toString("latin1", at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    if (pngKept.has(type)) kept.push(bytes.subarray(at, end))
    if (type === "IEND") return Buffer.concat(kept)
    at = end
  }
  return undefined
}

const webpKept = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"])

/** WebP, RFC 9649: chunks in a RIFF container. Bits 3 and 2 of VP8X say that there is Exif and XMP. */
function cleanWebp(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = []
  let at = 12
  for (let parts = 0; at + 8 <= bytes.length; parts++) {
    if (parts >= mostParts) return undefined
    const type = bytes.toString("latin1", at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > bytes.length) return undefined
    if (webpKept.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, Math.min(end, bytes.length)))
      if (type === "VP8X" && size >= 10) chunk[8] = (chunk[8] ?? 0) & ~0b1100
      kept.push(chunk)
    }
    at = end
  }
  if (kept.length === 0) return undefined
  const head = Buffer.from(bytes.subarray(0, 12))
  const body = Buffer.concat(kept)
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

/** GIF89a: comments and foreign application data are left out; the one that repeats an animation stays. */
function cleanGif(bytes: Buffer): Buffer | undefined {
  const flags = bytes[10] ?? 0
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const kept: Buffer[] = [bytes.subarray(0, at)]
  for (let parts = 0; parts < mostParts && at < bytes.length; parts++) {
    const kind = bytes[at]
    if (kind === 0x3b) return Buffer.concat([...kept, bytes.subarray(at, at + 1)])
    if (kind === 0x21) {
      const label = bytes[at + 1] ?? 0
      const end = endOfSubBlocks(bytes, at + 2)
      if (end === undefined) return undefined
      const isLoop = label === 0xff && bytes.toString("latin1", at + 3, at + 14) === "NETSCAPE2.0"
      if (label === 0xf9 || isLoop) kept.push(bytes.subarray(at, end))
      at = end
    } else if (kind === 0x2c) {
      const local = bytes[at + 9] ?? 0
      const data = at + 10 + (local & 0x80 ? 3 * 2 ** ((local & 7) + 1) : 0) + 1
      const end = endOfSubBlocks(bytes, data)
      if (end === undefined) return undefined
      kept.push(bytes.subarray(at, end))
      at = end
    } else return undefined
  }
  return undefined
}

function endOfSubBlocks(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (at < bytes.length) {
    const size = bytes[at] ?? 0
    at += 1 + size
    if (size === 0) return at
  }
  return undefined
}
