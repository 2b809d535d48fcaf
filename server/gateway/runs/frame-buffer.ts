import { deflateRawSync, inflateRawSync } from "node:zlib"

/** Of an answer that goes on, so much is kept as it is, in bytes; what is older is packed in pieces of that size. */
const pieceBytes = 64 * 1024
/** Memory for frames is taken in pieces of so many bytes. */
const roomBytes = 4_096
const noRoom = Buffer.alloc(0)
/** The memory overhead of an uncompressed frame, in bytes. */
const perFrame = 96

/** Older frames, compressed. */
interface Packed {
  /** Where each of them ends, in bytes. */
  readonly ends: Uint32Array
  readonly bytes: Buffer
  /** It would not get smaller, and is as it was. */
  readonly isPlain: boolean
}

/** Data that compresses to more than this share is no text, and compressing the next pieces is not worth the work. */
const worthPacking = 0.8
/** How many pieces are then kept uncompressed before another one is tried. */
const plainPieces = 15

/**
 * Every frame of an answer, in their order. None is dropped; the older ones are kept compressed, to a tenth of what they
 * were, and are as before when somebody asks for them again.
 */
export class FrameBuffer {
  readonly #packed: Packed[] = []
  #packedCount = 0
  #packedBytes = 0
  #recent: Buffer[] = []
  #recentBytes = 0
  #rawBytes = 0
  #plainLeft = 0
  /** Where the next frames go, and how much of it is taken. */
  #room = noRoom
  #taken = 0

  get length(): number {
    return this.#packedCount + this.#recent.length
  }

  /** The size in memory, in bytes. */
  get bytes(): number {
    return this.#packedBytes + this.#recentBytes + this.#recent.length * perFrame
  }

  /** The size on the wire, in bytes. */
  get rawBytes(): number {
    return this.#rawBytes
  }

  /** A frame as bytes. It lives as long as its run, so it has no place in the pool that Node shares among things of a moment. */
  bytesOf(frame: string): Buffer {
    const size = Buffer.byteLength(frame)
    if (this.#taken + size > this.#room.length) {
      this.#room = Buffer.allocUnsafeSlow(Math.max(size, roomBytes))
      this.#taken = 0
    }
    const from = this.#taken
    this.#taken += this.#room.write(frame, from)
    return this.#room.subarray(from, this.#taken)
  }

  push(fresh: readonly Buffer[]): void {
    for (const frame of fresh) {
      this.#recent.push(frame)
      this.#recentBytes += frame.length
      this.#rawBytes += frame.length
    }
    if (this.#recentBytes >= 2 * pieceBytes) this.#pack(pieceBytes)
  }

  /** Packs all that is worth it. */
  pack(): void {
    this.#pack(0)
  }

  /** The frames after the first so many; with `mostBytes` only as many of them as come to that, and at least one. */
  after(count: number, mostBytes = Infinity): readonly Buffer[] {
    const found: Buffer[] = []
    let bytes = 0
    const take = (frames: readonly Buffer[]): boolean => {
      for (const frame of frames) {
        if (found.length > 0 && bytes + frame.length > mostBytes) return false
        found.push(frame)
        bytes += frame.length
      }
      return true
    }
    let first = 0
    for (const piece of this.#packed) {
      const next = first + piece.ends.length
      if (next > count && !take(unpack(piece).slice(Math.max(0, count - first)))) return found
      first = next
    }
    take(this.#recent.slice(Math.max(0, count - first)))
    return found
  }

  /** Of the frames after the first so many those that lie together, at least one: no more than one packed piece is opened for it. */
  next(count: number): readonly Buffer[] {
    let first = 0
    for (const piece of this.#packed) {
      const next = first + piece.ends.length
      if (next > count) return unpack(piece).slice(count - first)
      first = next
    }
    return this.after(count, pieceBytes)
  }

  /** Packs the oldest until no more than so many bytes are as they were. */
  #pack(leave: number): void {
    let at = 0
    while (this.#recentBytes > leave) {
      const ends: number[] = []
      const from = at
      let size = 0
      for (let frame = this.#recent[at]; frame && size < pieceBytes && size < this.#recentBytes - leave;) {
        size += frame.length
        ends.push(size)
        frame = this.#recent[++at]
      }
      const raw = Buffer.concat(this.#recent.slice(from, at))
      const { bytes, isPlain } = this.#smaller(raw)
      this.#packed.push({ ends: Uint32Array.from(ends), bytes, isPlain })
      this.#packedCount += ends.length
      this.#packedBytes += bytes.length + ends.length * Uint32Array.BYTES_PER_ELEMENT
      this.#recentBytes -= size
    }
    this.#recent = this.#recent.slice(at)
  }

  #smaller(raw: Buffer): Pick<Packed, "bytes" | "isPlain"> {
    if (this.#plainLeft > 0) {
      this.#plainLeft -= 1
      return { bytes: raw, isPlain: true }
    }
    const bytes = deflateRawSync(raw, { level: 1 })
    if (raw.length > pieceBytes / 2 && bytes.length > raw.length * worthPacking) this.#plainLeft = plainPieces
    return { bytes, isPlain: false }
  }
}

function unpack({ ends, bytes, isPlain }: Packed): readonly Buffer[] {
  const raw = isPlain ? bytes : inflateRawSync(bytes)
  return Array.from(ends, (end, at) => raw.subarray(ends[at - 1] ?? 0, end))
}
