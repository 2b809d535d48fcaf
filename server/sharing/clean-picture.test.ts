import { describe, expect, test } from "vitest"
import { cleanPicture } from "./clean-picture.ts"

const secret = "GPS -23.5505 -46.6333"
const u16 = (value: number) => Buffer.from([value >> 8, value & 255])

function segment(marker: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body])
}

/** Exif with the orientation in the byte order of its maker, and a place. */
function exif(turn: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write(isLittle ? "II" : "MM", "latin1")
  const put16 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const put32 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  put16(42, 2)
  put32(8, 4)
  put16(1, 8)
  put16(0x0112, 10)
  put16(3, 12)
  put32(1, 14)
  put16(turn, 18)
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, Buffer.from(secret)])
}

const quantisation = segment(0xdb, Buffer.alloc(65, 7))
const profile = segment(0xe2, Buffer.from("ICC_PROFILE\0"))
const scan = Buffer.concat([
  segment(0xda, Buffer.alloc(10, 1)),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd9]),
])

describe("a JPEG", () => {
  test.each([true, false])("loses its place and keeps how it is turned (little endian: %s)", (isLittle) => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe1, exif(6, isLittle)),
      profile,
      segment(0xed, Buffer.from(secret)),
      segment(0xfe, Buffer.from(secret)),
      quantisation,
      scan,
      Buffer.from(`${secret} a film of a phone`),
    ])
    const clean = cleanPicture(bytes, "image/jpeg")!
    expect(clean.includes(secret)).toBe(false)
    for (const part of [profile, quantisation, scan]) expect(clean.includes(part)).toBe(true)
    expect(clean.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    // Cleaned once more it stays as it is: the orientation is still read.
    expect(cleanPicture(clean, "image/jpeg")).toEqual(clean)
    expect(clean.includes(Buffer.from("Exif"))).toBe(true)
  })

  test("that is upright keeps no Exif at all", () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe1, exif(1, true)), quantisation, scan])
    expect(cleanPicture(bytes, "image/jpeg")!.includes(Buffer.from("Exif"))).toBe(false)
  })

  test("of broken parts is none", () => {
    const long = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), u16(60_000), Buffer.alloc(20)])
    for (const bytes of [long, Buffer.from([0xff, 0xd8, 0, 0, 0, 0, 0]), Buffer.from([0xff, 0xd8])])
      expect(cleanPicture(bytes, "image/jpeg")).toBeUndefined()
  })
})

function chunk(type: string, body: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, Buffer.from(type + body, "latin1"), Buffer.alloc(4)])
}

test("a PNG loses its texts, times and unknown parts, and what follows its end", () => {
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  const kept = [chunk("IHDR", "x".repeat(13)), chunk("iCCP", "cor"), chunk("IDAT", "dados"), chunk("IEND", "")]
  const dropped = [chunk("tEXt", secret), chunk("eXIf", secret), chunk("iTXt", secret), chunk("prVt", secret)]
  const bytes = Buffer.concat([signature, kept[0]!, ...dropped, ...kept.slice(1), Buffer.from(secret)])
  expect(cleanPicture(bytes, "image/png")).toEqual(Buffer.concat([signature, ...kept]))
})

test("a WebP loses Exif and XMP, and says no more that it has some", () => {
  const part = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, "latin1")
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const frame = (flags: number) => part("VP8X", Buffer.from([flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]))
  const whole = (...parts: readonly Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1")
    head.writeUInt32LE(body.length + 4, 4)
    return Buffer.concat([head, body])
  }
  const picture = part("VP8 ", Buffer.from("imagem"))
  const bytes = whole(frame(0b101100), picture, part("EXIF", Buffer.from(secret)), part("XMP ", Buffer.from(secret)))
  expect(cleanPicture(bytes, "image/webp")).toEqual(whole(frame(0b100000), picture))
})

test("a GIF loses its comments and keeps its repetition", () => {
  const head = Buffer.from("GIF89a\x01\0\x01\0\0\0\0", "latin1")
  const loop = Buffer.from("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", "latin1")
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])])
  const image = Buffer.from("\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", "latin1")
  const end = Buffer.from([0x3b])
  expect(cleanPicture(Buffer.concat([head, loop, comment, image, end]), "image/gif")).toEqual(
    Buffer.concat([head, loop, image, end]),
  )
})

describe("a picture of more parts than any has", () => {
  const many = 1_000_000
  const repeated = (part: Buffer, times = many) => Buffer.alloc(part.length * times, part)
  const gif = Buffer.from("GIF89a\x01\0\x01\0\0\0\0", "latin1")
  const frame = Buffer.from([0x21, 0xf9, 1, 0, 0])
  const png = Buffer.from("89504e470d0a1a0a", "hex")
  const end = Buffer.from("0000000049454e44ae426082", "hex")
  const image = Buffer.concat([Buffer.from("VP8 "), Buffer.from([0, 0, 0, 0])])
  const parts = {
    "image/gif": Buffer.concat([gif, repeated(frame), Buffer.from([0x3b])]),
    "image/png": Buffer.concat([png, repeated(Buffer.from("0000000049444154deadbeef", "hex"), many / 2), end]),
    "image/webp": Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), repeated(image)]),
    "image/jpeg": Buffer.concat([Buffer.from([0xff, 0xd8]), repeated(Buffer.from("ffe00002", "hex")), scan]),
  } as const

  test.each(Object.entries(parts))("is none: %s", (type, bytes) => {
    expect(cleanPicture(bytes, type as keyof typeof parts)).toBeUndefined()
  })

  test("but an animation of thousands of frames is one", () => {
    const film = Buffer.concat([gif, repeated(frame, 5_000), Buffer.from([0x3b])])
    expect(cleanPicture(film, "image/gif")).toEqual(film)
  })
})
