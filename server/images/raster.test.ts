import { expect, test } from "vitest"
import { avif, avifSequence, gifBomb, jpegBomb, jpegDecoy, jpegStart } from "../../testing/picture-bombs.ts"
import { rasterOf } from "./raster.ts"

test.each([
  ["a JPEG with fill bytes and a marker that stands alone", jpegBomb, 30_000],
  ["a JPEG with another frame in its metadata", jpegDecoy, 30_000],
  ["a GIF whose frame is larger than its screen", gifBomb, 30_000],
  ["an AVIF", avif(640, 480), 640],
  ["an animated AVIF", avifSequence(640, 480), 640],
])("the size of %s is read", (_, bytes, longerSide) => {
  expect(rasterOf(bytes)).toMatchObject({ longerSide })
})

const withoutHeight = Buffer.from(jpegBomb).fill(0, jpegBomb.indexOf(Buffer.from([0xff, 0xc0])) + 5, jpegBomb.length)

test.each([
  ["a JPEG that ends before its frame", Buffer.concat([jpegStart, Buffer.alloc(20)])],
  ["a JPEG without a height", withoutHeight],
  ["a JPEG whose scan comes first", Buffer.from("ffd8ffda00040102ffc0000b08000100010101110000", "hex")],
  ["a PNG that begins with another chunk", Buffer.from("89504e470d0a1a0a00000004434742490000000100000001", "hex")],
  ["an AVIF of boxes in boxes", Buffer.concat([avif(1, 1).subarray(0, 24), Buffer.from("meta".repeat(200_000))])],
  [
    "an AVIF of endless boxes",
    Buffer.concat([avif(1, 1).subarray(0, 24), Buffer.from("\0\0\0\0moov".repeat(100_000))]),
  ],
])("%s has a size that nobody knows", (_, bytes) => {
  expect(rasterOf(bytes)).toMatchObject({ pixels: undefined, longerSide: undefined })
})
