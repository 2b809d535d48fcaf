/* Pictures that say where one does not look at first that they are 30 000 pixels wide and high. */

const side = 30_000
const frameOfJpeg = Buffer.from([0xff, 0xc0, 0, 11, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0])
const scanOfJpeg = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9])

/** The beginning of a JPEG with fill bytes (ITU T.81, B.1.1.2), and a segment that could be taken for the end of all others. */
export const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff, 0xfe, 0, 4, 0x41, 0x42])
export const jpegBomb = Buffer.concat([jpegStart, Buffer.from([0xff, 0x01]), frameOfJpeg, scanOfJpeg])

/** Read as if a fill byte were a marker, its first segment ends where another frame stands, of one pixel. */
export const jpegDecoy = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xe1, 0xf0, 0]),
  Buffer.alloc(0xf000 - 2).fill(
    Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
    4 + 0xe1f0 - 7,
    17 + 0xe1f0 - 7,
  ),
  frameOfJpeg,
  scanOfJpeg,
])

/** Its screen is one pixel, its frame is not. */
export const gifBomb = Buffer.concat([
  Buffer.from("GIF89a\x01\0\x01\0\0\0\0", "latin1"),
  Buffer.from([0x21, 0xfe, 2, 0x41, 0x42, 0]),
  Buffer.from([0x2c, 0, 0, 0, 0, side & 255, side >> 8, side & 255, side >> 8, 0, 2, 1, 0, 0]),
  Buffer.from([0x3b]),
])

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, "latin1")
  return Buffer.concat([head, body])
}

/** An AVIF's boxes up to the size of its picture. */
export function avif(width: number, height: number): Buffer {
  const size = Buffer.alloc(12)
  size.writeUInt32BE(width, 4)
  size.writeUInt32BE(height, 8)
  const properties = box("iprp", box("ipco", box("pasp", Buffer.alloc(8)), box("ispe", size)))
  const brands = box("ftyp", Buffer.from("avif\0\0\0\0avifmif1", "latin1"))
  return Buffer.concat([
    brands,
    box("meta", Buffer.alloc(4), box("hdlr", Buffer.alloc(24)), properties),
    box("mdat", Buffer.alloc(20)),
  ])
}

/** The same for an animation, whose size is its track's. */
export function avifSequence(width: number, height: number): Buffer {
  const track = Buffer.alloc(84)
  track.writeUInt32BE(width * 65_536, 76)
  track.writeUInt32BE(height * 65_536, 80)
  return Buffer.concat([
    box("ftyp", Buffer.from("avis\0\0\0\0", "latin1")),
    box("moov", box("trak", box("tkhd", track))),
  ])
}
