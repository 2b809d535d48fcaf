/** Boxes of a file that are looked at, at most: an AVIF has some dozens. */
const mostBoxes = 2_000
/** Boxes with others in them, by how many bytes stand before these (ISO 14496-12). */
const containers: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0 }

/**
 * The largest width and height that an AVIF says of its pictures (`ispe`) and of the tracks of its animation (`tkhd`); undefined
 * where it says none.
 */
export function avifSize(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  let [width, height] = [0, 0]
  let left = mostBoxes
  const look = (from: number, to: number) => {
    for (let at = from; at + 8 <= to && left > 0;) {
      left -= 1
      const type = bytes.toString("latin1", at + 4, at + 8)
      const { start, end } = bodyOf(bytes, at, to)
      const inner = containers[type]
      const sizeAt = placeOfSize(bytes, type, start)
      if (inner !== undefined) look(start + inner, end)
      else if (sizeAt !== undefined && sizeAt + 8 <= end) {
        // A track has its size in parts of 65 536.
        const unit = type === "tkhd" ? 65_536 : 1
        width = Math.max(width, Math.ceil(bytes.readUInt32BE(sizeAt) / unit))
        height = Math.max(height, Math.ceil(bytes.readUInt32BE(sizeAt + 4) / unit))
      }
      at = end
    }
  }
  look(0, bytes.length)
  return width > 0 && height > 0 && left > 0 ? { width, height } : undefined
}

/** Where the body of a box begins and ends: a length of 1 stands for a longer one behind it, 0 for all that is left. */
function bodyOf(bytes: Buffer, at: number, to: number): { readonly start: number; readonly end: number } {
  const length = bytes.readUInt32BE(at)
  const isLong = length === 1 && at + 16 <= to
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length === 0 ? to - at : length
  const start = at + (isLong ? 16 : 8)
  // At least its head, or the next one would be this one again.
  return { start, end: Math.min(to, at + Math.max(size, start - at)) }
}

/** Where width and height stand in the body of a box that has them. */
function placeOfSize(bytes: Buffer, type: string, start: number): number | undefined {
  if (type === "ispe") return start + 4
  if (type !== "tkhd") return undefined
  return start + (bytes[start] === 1 ? 88 : 76)
}
