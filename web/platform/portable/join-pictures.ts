/*
 * PNG pictures of one width as a single one, below each other. Their rows are taken over as they are filtered; only the first row of
 * each picture is filtered against an empty one above it, and is written so that it no longer looks up. No canvas is that high.
 */

import { crcOf, crcStart, finishedCrc } from "./crc.ts"

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** How a row is written as differences: to the byte at its left, above it, both, or the likeliest of three. */
const filter = { none: 0, left: 1, above: 2, average: 3, likeliest: 4 } as const

interface Picture {
  readonly width: number
  readonly height: number
  /** Depth, colours, compression, filters, interlacing: they must be the same in all. */
  readonly form: string
  readonly head: Uint8Array<ArrayBuffer>
  readonly pixelBytes: number
  readonly rows: readonly Blob[]
}

/** Whether this browser can fold and unfold by itself; others give no single picture. */
export function canJoinPictures(): boolean {
  return typeof CompressionStream !== "undefined" && typeof DecompressionStream !== "undefined"
}

/** Joins pictures. Rejects where one of them is none, or they do not fit together. */
export async function joinPictures(files: readonly Blob[]): Promise<Blob> {
  const pictures = await Promise.all(files.map(readPicture))
  const [first] = pictures
  if (first === undefined) throw new Error("no pictures to join")
  if (pictures.some(({ form, width }) => form !== first.form || width !== first.width)) {
    throw new Error("pictures of different kinds")
  }
  const height = pictures.reduce((sum, picture) => sum + picture.height, 0)
  const head = new Uint8Array(first.head)
  new DataView(head.buffer).setUint32(4, height)
  const folded = await new Response(streamOf(rowsOf(pictures)).pipeThrough(new CompressionStream("deflate"))).blob()
  return new Blob(
    [
      new Uint8Array(signature),
      ...chunk("IHDR", head),
      ...(await dataChunks(folded)),
      ...chunk("IEND", new Uint8Array()),
    ],
    { type: "image/png" },
  )
}

async function readPicture(file: Blob): Promise<Picture> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const view = new DataView(bytes.buffer)
  if (!signature.every((byte, at) => bytes[at] === byte)) throw new Error("not a PNG")
  const rows: Blob[] = []
  let head: Uint8Array<ArrayBuffer> | undefined
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === "IHDR") head = content.slice()
    // Pieces of the file itself: nothing is copied.
    if (name === "IDAT") rows.push(file.slice(at + 8, at + 8 + length))
    at += 12 + length
  }
  const [depth = 0, colours = 0, compression, filters, interlaced] = head?.subarray(8) ?? []
  const samples = { 0: 1, 2: 3, 4: 2, 6: 4 }[colours]
  if (head === undefined || depth !== 8 || samples === undefined || interlaced !== 0) throw new Error("not such a PNG")
  const size = new DataView(head.buffer)
  return {
    width: size.getUint32(0),
    height: size.getUint32(4),
    form: [depth, colours, compression, filters].join(),
    head,
    pixelBytes: samples,
    rows,
  }
}

/** The rows of all pictures, each with its filter in front, as bytes. */
async function* rowsOf(pictures: readonly Picture[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const { width, pixelBytes, rows } of pictures) {
    const unfolded = new Blob(rows as Blob[]).stream().pipeThrough(new DecompressionStream("deflate"))
    const first = new Uint8Array(1 + width * pixelBytes)
    let filled = 0
    for await (const piece of chunksOf(unfolded)) {
      const taken = piece.subarray(0, first.length - filled)
      first.set(taken, filled)
      filled += taken.length
      if (taken.length > 0 && filled === first.length) yield withoutAbove(first, pixelBytes)
      if (taken.length < piece.length) yield piece.subarray(taken.length)
    }
    if (filled < first.length) throw new Error("a PNG is cut")
  }
}

/** A row that was filtered against nothing above it, as one that does not look up. */
function withoutAbove(row: Uint8Array<ArrayBuffer>, pixelBytes: number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(row)
  if (row[0] === filter.above) changed[0] = filter.none
  // Of left, nothing and nothing, left is the likeliest.
  if (row[0] === filter.likeliest) changed[0] = filter.left
  if (row[0] === filter.average) {
    changed[0] = filter.none
    for (let at = 1; at < row.length; at += 1) {
      const left = at > pixelBytes ? (changed[at - pixelBytes] ?? 0) : 0
      changed[at] = (row[at] ?? 0) + (left >> 1)
    }
  }
  return changed
}

/** Some readers take no chunk of any length; these are of a megabyte. */
const longestChunk = 1024 * 1024

async function dataChunks(folded: Blob): Promise<readonly BlobPart[]> {
  const parts: BlobPart[] = []
  for (let at = 0; at < folded.size; at += longestChunk) {
    // oxlint-disable-next-line no-await-in-loop -- a piece at a time is little memory
    parts.push(...chunk("IDAT", new Uint8Array(await folded.slice(at, at + longestChunk).arrayBuffer())))
  }
  return parts
}

function chunk(name: string, content: Uint8Array<ArrayBuffer>): readonly BlobPart[] {
  const named = new Uint8Array(4 + content.length)
  named.set(Array.from(name, (sign) => sign.charCodeAt(0)))
  named.set(content, 4)
  const [before, after] = [new DataView(new ArrayBuffer(4)), new DataView(new ArrayBuffer(4))]
  before.setUint32(0, content.length)
  after.setUint32(0, finishedCrc(crcOf(named, crcStart)))
  return [before.buffer, named, after.buffer]
}

/** Not every browser goes through a stream by itself. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream comes piece by piece
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
