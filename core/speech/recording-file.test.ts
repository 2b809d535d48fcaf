import { describe, expect, test } from "vitest"
import { recordingType, secondsOf } from "./recording-file.ts"

const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const big = (value: number, size: number) =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256)
const little = (value: number, size: number) => big(value, size).reverse()
const unknownSize = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
const box = (name: string, ...content: readonly (readonly number[])[]) => [
  ...big(content.flat().length + 8, 4),
  ...text(name),
  ...content.flat(),
]
const bytes = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat())

const cluster = (at: number) =>
  [
    [0x1f, 0x43, 0xb6, 0x75, ...unknownSize, 0xe7, 0x83, ...big(at, 3)],
    [0xa3, 0x85, 0x81, ...big(720, 2), 0x80, 7],
  ].flat(1)
/** As a browser records: nobody knew sizes or lengths when the head was written. */
const webm = bytes(
  [0x1a, 0x45, 0xdf, 0xa3, 0x84, 1, 2, 3, 4],
  [0x18, 0x53, 0x80, 0x67, ...unknownSize],
  [0x15, 0x49, 0xa9, 0x66, 0x87, 0x2a, 0xd7, 0xb1, 0x83, ...big(1_000_000, 3)],
  [0x1f, 0x43, 0xb6, 0x75, ...unknownSize, 0xe7, 0x81, 0, 0xa3, 0x85, 0x81, ...big(900, 2), 0x80, 7],
  cluster(4_800),
  cluster(9_000),
)
const scale = [...big(0, 12), ...big(1_000, 4)]
const fragment = (begun: number, samples: number) =>
  box(
    "moof",
    box(
      "traf",
      box("tfhd", big(8, 4), big(1, 4), big(250, 4)),
      box("tfdt", big(0, 4), big(begun, 4)),
      box("trun", big(0, 4), big(samples, 4)),
    ),
  )
const mp4 = bytes(
  box("ftyp", text("iso5")),
  box("moov", box("mvhd", scale, big(0, 4)), box("trak", box("mdia", box("mdhd", scale, big(0, 4))))),
  fragment(0, 4),
  fragment(1_000, 6),
)
const page = (position: number, body: readonly number[]) => [
  ...text("OggS"),
  0,
  0,
  ...little(position, 8),
  ...Array.from({ length: 12 }, () => 0),
  1,
  body.length,
  ...body,
]
const ogg = bytes(page(0, [...text("OpusHead"), 1, 1, ...little(312, 2)]), page(48_000 * 3 + 312, [1, 2]))
const wav = bytes(
  [
    ...text("RIFF"),
    ...little(0, 4),
    ...text("WAVEfmt "),
    ...little(16, 4),
    ...little(0, 8),
    ...little(4, 4),
    ...little(0, 4),
  ],
  [...text("data"), ...little(0xffffffff, 4), ...little(0, 8)],
)
/** 128 kbit/s at 44.1 kHz: 417 bytes a frame. */
const mp3 = new Uint8Array(417 * 77)
for (let at = 0; at < mp3.length; at += 417) mp3.set([0xff, 0xfb, 0x90, 0x00], at)

describe("a recording", () => {
  test.each([
    ["webm", webm, 9.72],
    ["m4a", mp4, 2.5],
    ["ogg", ogg, 3],
    ["wav", wav, 2],
    ["mp3", mp3, 2.011],
  ] as const)("of %s is known by its first bytes, and as long as its timestamps say", (type, file, seconds) => {
    expect(recordingType(file)).toBe(type)
    expect(secondsOf(file)).toBeCloseTo(seconds, 2)
    for (let cut = 0; cut < file.length; cut += 13)
      expect(secondsOf(file.subarray(0, cut)) ?? 0).toBeLessThanOrEqual(10)
  })

  test("is as long as who plays it hears, whatever stands between its parts or at its end", () => {
    const junk = new Uint8Array(1_000).fill(7)
    const joined = bytes([...mp3.subarray(0, 417)], [...junk], [...mp3], [...text("ID3"), ...junk], [...mp3])
    expect(secondsOf(joined)).toBeCloseTo(2 * 2.011 + 0.026, 1)
    const turnedBack = bytes([...ogg], [...junk], page(1, [1]))
    expect(secondsOf(turnedBack)).toBeCloseTo(3, 1)
    const head = [
      ...text("RIFF"),
      ...little(0, 4),
      ...text("WAVEfmt "),
      ...little(16, 4),
      ...little(1, 2),
      ...little(1, 2),
    ]
    // 4 frames of 2 bytes a second, which tells of a billion bytes a second.
    const fast = bytes(head, [...little(4, 4), ...little(1e9, 4), ...little(2, 2), ...little(16, 2)])
    expect(secondsOf(bytes([...fast], [...text("data"), ...little(80, 4)], [...junk.subarray(0, 80)]))).toBe(10)
  })

  test("is no longer for the time that its machine slept while it was made", () => {
    expect(secondsOf(bytes([...webm], cluster(909_000), cluster(912_000), cluster(5_000), cluster(6_000)))).toBeCloseTo(
      9.72 + 3 + 1,
      2,
    )
    expect(secondsOf(bytes([...mp4], fragment(900_000, 4)))).toBeCloseTo(3.5, 2)
  })

  test("is none where a file only calls itself so", () => {
    const png = bytes([0x89, ...text("PNG")])
    expect([recordingType(png), secondsOf(png), recordingType(new Uint8Array())]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
