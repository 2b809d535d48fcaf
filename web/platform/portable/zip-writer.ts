import { Deflate } from "fflate"
import { crcOf, crcStart, finishedCrc } from "./crc.ts"

/** A file that goes into a ZIP. Pictures are not folded: they are already. */
export interface ZipPart {
  readonly name: string
  readonly content: Blob
  readonly isFolded: boolean
}

interface Written {
  readonly name: Uint8Array<ArrayBuffer>
  readonly crc: number
  readonly size: number
  readonly compressed: number
  readonly isFolded: boolean
  readonly offset: number
}

const chunkBytes = 1024 * 1024
const most = 0xffffffff

/** A ZIP file of some parts, made piece by piece; no part is ever held in memory as a whole. */
export async function writeZip(
  parts: readonly ZipPart[],
  now: Date,
  onProgress?: (done: number) => void,
): Promise<Blob> {
  const pieces: BlobPart[] = []
  const written: Written[] = []
  const stamp = dosTime(now)
  let offset = 0
  for (const [at, { name, content, isFolded }] of parts.entries()) {
    const bytes = new TextEncoder().encode(name)
    // oxlint-disable-next-line no-await-in-loop -- one part at a time is little memory
    const { crc, body } = await pack(content, isFolded)
    const one = { name: bytes, crc, size: content.size, compressed: body.size, isFolded, offset }
    const head = header(one, stamp)
    pieces.push(head, body)
    offset += head.byteLength + body.size
    written.push(one)
    onProgress?.(at + 1)
  }
  const directory = written.map((one) => directoryEntry(one, stamp))
  const length = directory.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return new Blob([...pieces, ...directory, ...ending(written.length, offset, length)], { type: "application/zip" })
}

async function pack(content: Blob, isFolded: boolean): Promise<{ readonly crc: number; readonly body: Blob }> {
  let crc = crcStart
  const out: BlobPart[] = []
  const deflate = isFolded
    ? new Deflate({ level: 6 }, (bytes) => out.push(bytes as Uint8Array<ArrayBuffer>))
    : undefined
  if (content.size === 0) deflate?.push(new Uint8Array(), true)
  for (let at = 0; at < content.size; at += chunkBytes) {
    // oxlint-disable-next-line no-await-in-loop
    const bytes = new Uint8Array(await content.slice(at, at + chunkBytes).arrayBuffer())
    crc = crcOf(bytes, crc)
    deflate?.push(bytes, at + chunkBytes >= content.size)
  }
  return { crc: finishedCrc(crc), body: isFolded ? new Blob(out) : content }
}

function header({ name, crc, size, compressed, isFolded }: Written, stamp: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(30 + name.length))
  view.setUint32(0, 0x04034b50, true)
  view.setUint16(4, 20, true)
  view.setUint16(6, 0x800, true)
  view.setUint16(8, isFolded ? 8 : 0, true)
  view.setUint32(10, stamp, true)
  view.setUint32(14, crc, true)
  view.setUint32(18, compressed, true)
  view.setUint32(22, size, true)
  view.setUint16(26, name.length, true)
  new Uint8Array(view.buffer).set(name, 30)
  return view.buffer
}

function directoryEntry({ name, crc, size, compressed, isFolded, offset }: Written, stamp: number): ArrayBuffer {
  const isFar = offset >= most
  const view = new DataView(new ArrayBuffer(46 + name.length + (isFar ? 12 : 0)))
  view.setUint32(0, 0x02014b50, true)
  view.setUint16(4, isFar ? 45 : 20, true)
  view.setUint16(6, isFar ? 45 : 20, true)
  view.setUint16(8, 0x800, true)
  view.setUint16(10, isFolded ? 8 : 0, true)
  view.setUint32(12, stamp, true)
  view.setUint32(16, crc, true)
  view.setUint32(20, compressed, true)
  view.setUint32(24, size, true)
  view.setUint16(28, name.length, true)
  view.setUint16(30, isFar ? 12 : 0, true)
  view.setUint32(42, Math.min(offset, most), true)
  new Uint8Array(view.buffer).set(name, 46)
  if (isFar) {
    view.setUint16(46 + name.length, 1, true)
    view.setUint16(48 + name.length, 8, true)
    view.setBigUint64(50 + name.length, BigInt(offset), true)
  }
  return view.buffer
}

/** The end of the file; with the fields for more than four gigabytes or 65 535 files where there are such. */
function ending(count: number, start: number, length: number): readonly ArrayBuffer[] {
  const end = new DataView(new ArrayBuffer(22))
  const isLarge = count >= 0xffff || start >= most
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, Math.min(count, 0xffff), true)
  end.setUint16(10, Math.min(count, 0xffff), true)
  end.setUint32(12, length, true)
  end.setUint32(16, Math.min(start, most), true)
  if (!isLarge) return [end.buffer]
  const large = new DataView(new ArrayBuffer(76))
  large.setUint32(0, 0x06064b50, true)
  large.setBigUint64(4, 44n, true)
  large.setUint16(12, 45, true)
  large.setUint16(14, 45, true)
  large.setBigUint64(24, BigInt(count), true)
  large.setBigUint64(32, BigInt(count), true)
  large.setBigUint64(40, BigInt(length), true)
  large.setBigUint64(48, BigInt(start), true)
  large.setUint32(56, 0x07064b50, true)
  large.setBigUint64(64, BigInt(start + length), true)
  large.setUint32(72, 1, true)
  return [large.buffer, end.buffer]
}

/** The local time as ZIP has it: two-second steps since 1980. */
function dosTime(now: Date): number {
  const day = (Math.max(0, now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate()
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
