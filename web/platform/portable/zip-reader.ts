import { Inflate } from "fflate"
import { crcOf, crcStart, finishedCrc } from "./crc.ts"

/*
 * Reads ZIP files through slices of them, so that one of 500 MB never lies in memory. Names of entries are labels and never
 * paths; what unfolds to hundreds of times its size is refused.
 */

export interface ZipEntry {
  /** As the file names it. */
  readonly name: string
  readonly sizeBytes: number
  readonly compressedBytes: number
  readonly isDeflated: boolean
  readonly crc: number
  /** Where its own header begins. */
  readonly offset: number
}

export type ZipTrouble = "damaged" | "bomb" | "too-many"

export class ZipError extends Error {
  readonly trouble: ZipTrouble
  constructor(trouble: ZipTrouble) {
    super(`a ZIP file is ${trouble}`)
    this.trouble = trouble
  }
}

/** Most a file may unfold to, in times of its size; texts of people reach 20. */
const largestRatio = 200
/** Below this size nothing is a bomb, in bytes. */
const harmlessBytes = 64 * 1024 * 1024
/** Whether a file unfolds to so many times its size that nobody wrote it. */
export function isBomb(unfoldedBytes: number, sizeBytes: number): boolean {
  return unfoldedBytes > Math.max(harmlessBytes, sizeBytes * largestRatio)
}

const mostEntries = 200_000
const mostInAll = 20 * 1024 ** 3
/** Bytes read at a time: unfolded, they may be hundreds of times as many. */
const chunkBytes = 256 * 1024

/** Bytes read of an entry of which only the beginning is asked for. */
const headBytes = 1_024

const endBytes = 22
const longestComment = 65_535

/** Whether a file begins as ZIP files do. */
export async function isZip(file: Blob): Promise<boolean> {
  const [a, b, c, d] = await bytesOf(file.slice(0, 4))
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))
}

/** The entries of a ZIP file: its files, without folders, encrypted ones and those whose name leads elsewhere. */
export async function readZip(file: Blob): Promise<{
  readonly entries: readonly ZipEntry[]
  readonly refused: readonly string[]
  /** Some of what is refused opens with a password only. */
  readonly isLocked: boolean
}> {
  const { count, start, length } = await readEnd(file)
  if (count > mostEntries || length > 512 * 1024 * 1024) throw new ZipError("too-many")
  const directory = viewOf(await bytesOf(file.slice(start, start + length)))
  const entries: ZipEntry[] = []
  const refused: string[] = []
  let at = 0
  let inAll = 0
  let found = 0
  let isLocked = false
  // The count of the last record is the writer's word: an archive of a Mac leaves out all above 16 bits, a hostile one says 1.
  while (at + 46 <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50) {
    found += 1
    if (found > mostEntries) throw new ZipError("too-many")
    const flags = directory.getUint16(at + 8, true)
    const method = directory.getUint16(at + 10, true)
    const [nameLength, extraLength] = [directory.getUint16(at + 28, true), directory.getUint16(at + 30, true)]
    const commentLength = directory.getUint16(at + 32, true)
    const nameBytes = bytesIn(directory, at + 46, nameLength)
    const sizes = {
      size: directory.getUint32(at + 24, true),
      compressed: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true),
    }
    readExtra(directory, at + 46 + nameLength, extraLength, sizes)
    const name = new TextDecoder((flags & 0x800) !== 0 || isUtf8(nameBytes) ? "utf-8" : "latin1").decode(nameBytes)
    at += 46 + nameLength + extraLength + commentLength
    if (name.endsWith("/") || name.endsWith("\\") || isOfSystem(name)) continue
    const isElsewhere = /^([/\\]|[a-zA-Z]:)/.test(name) || name.split(/[/\\]/).includes("..")
    const isEncrypted = (flags & 1) !== 0
    isLocked ||= isEncrypted
    const isReadable = !isEncrypted && (method === 0 || method === 8)
    if (isElsewhere || !isReadable) {
      refused.push(name)
      continue
    }
    inAll += sizes.size
    if (isBomb(sizes.size, sizes.compressed)) throw new ZipError("bomb")
    if (inAll > mostInAll || isBomb(inAll, file.size)) throw new ZipError("bomb")
    entries.push({
      name,
      sizeBytes: sizes.size,
      compressedBytes: sizes.compressed,
      isDeflated: method === 8,
      crc: directory.getUint32(at - commentLength - extraLength - nameLength - 46 + 16, true),
      offset: sizes.offset,
    })
  }
  if (entries.length + refused.length === 0 && count > 0) throw new ZipError("damaged")
  return { entries, refused, isLocked }
}

/**
 * The bytes of an entry, piece by piece, as they unfold. Throws where they are not what the directory says; what changed within them shows
 * only at the end. `pieceBytes`: how much of the file is read at a time.
 */
export async function* unfold(
  file: Blob,
  entry: ZipEntry,
  pieceBytes = chunkBytes,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const head = viewOf(await bytesOf(file.slice(entry.offset, entry.offset + 30)))
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw new ZipError("damaged")
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const end = start + entry.compressedBytes
  let given = 0
  let crc = crcStart
  const ready: Uint8Array<ArrayBuffer>[] = []
  const take = (bytes: Uint8Array<ArrayBuffer>) => {
    given += bytes.length
    // The directory lied.
    if (given > entry.sizeBytes) throw new ZipError("bomb")
    crc = crcOf(bytes, crc)
    if (bytes.length > 0) ready.push(bytes)
  }
  const inflate = entry.isDeflated ? new Inflate((bytes) => take(bytes as Uint8Array<ArrayBuffer>)) : undefined
  for (let at = start; at < end; at += pieceBytes) {
    const to = Math.min(end, at + pieceBytes)
    const bytes = await bytesOf(file.slice(at, to))
    if (bytes.length < to - at) throw new ZipError("damaged")
    try {
      if (inflate === undefined) take(bytes)
      else inflate.push(bytes, to === end)
    } catch (trouble) {
      throw trouble instanceof ZipError ? trouble : new ZipError("damaged")
    }
    yield* ready.splice(0)
  }
  if (given !== entry.sizeBytes || finishedCrc(crc) !== entry.crc) throw new ZipError("damaged")
}

/** The first bytes of an entry, of which no more is read than it takes. */
export async function unfoldHead(file: Blob, entry: ZipEntry): Promise<Blob> {
  for await (const part of unfold(file, entry, headBytes)) return new Blob([part])
  return new Blob()
}

/** An entry as a whole; for small ones. */
export async function unfoldWhole(file: Blob, entry: ZipEntry): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of unfold(file, entry)) parts.push(part)
  return new Blob(parts)
}

/** What a Mac puts into every archive for itself. */
function isOfSystem(name: string): boolean {
  return name.startsWith("__MACOSX/") || name.endsWith("/.DS_Store") || name === ".DS_Store"
}

async function readEnd(
  file: Blob,
): Promise<{ readonly count: number; readonly start: number; readonly length: number }> {
  const from = Math.max(0, file.size - endBytes - longestComment - 20)
  const tail = viewOf(await bytesOf(file.slice(from)))
  const at = endIn(tail)
  if (at === undefined) throw new ZipError("damaged")
  const end = {
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  }
  const isLarge = end.count === 0xffff || end.start === 0xffffffff || end.length === 0xffffffff
  const locator = at - 20
  if (!isLarge || locator < 0 || tail.getUint32(locator, true) !== 0x07064b50) return end
  const large = viewOf(await bytesOf(file.slice(numberAt(tail, locator + 8), numberAt(tail, locator + 8) + 56)))
  if (large.byteLength < 56 || large.getUint32(0, true) !== 0x06064b50) throw new ZipError("damaged")
  return { count: numberAt(large, 32), length: numberAt(large, 40), start: numberAt(large, 48) }
}

/** Where the last record begins: its comment ends the file. Where something was put behind it, the last place that looks like one. */
function endIn(tail: DataView): number | undefined {
  let likely: number | undefined
  for (let at = tail.byteLength - endBytes; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue
    if (at + endBytes + tail.getUint16(at + 20, true) === tail.byteLength) return at
    likely ??= at
  }
  return likely
}

/** Sizes of more than four gigabytes stand in a field of their own. */
function readExtra(
  view: DataView,
  from: number,
  length: number,
  sizes: { size: number; compressed: number; offset: number },
): void {
  for (let at = from; at + 4 <= from + length && at + 4 <= view.byteLength;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (id === 1) {
      let place = at + 4
      for (const name of ["size", "compressed", "offset"] as const) {
        if (sizes[name] !== 0xffffffff || place + 8 > view.byteLength) continue
        sizes[name] = numberAt(view, place)
        place += 8
      }
    }
    at += 4 + size
  }
}

function numberAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

function isUtf8(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function bytesIn(view: DataView, at: number, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + at, Math.min(length, view.byteLength - at))
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}
