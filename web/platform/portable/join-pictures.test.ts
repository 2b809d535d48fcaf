import { deflateSync, inflateSync } from "node:zlib"
import { expect, it } from "vitest"
import { joinPictures } from "./join-pictures.ts"

const width = 7
const colours = 4

/** Pixels that every filter makes something else of. */
const pixels = (height: number, seed: number) =>
  Array.from({ length: height }, (_row, y) =>
    Uint8Array.from({ length: width * colours }, (_byte, x) => (x * x * 7 + y * 31 + seed * 53 + ((x * y) % 5)) % 256),
  )

function predicted(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return (left + above) >> 1
  if (kind !== 4) return 0
  const near = left + above - corner
  const [a, b, c] = [Math.abs(near - left), Math.abs(near - above), Math.abs(near - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** Each row as differences (`sign` -1), or the pixels of such rows (+1). */
function filtered(rows: readonly Uint8Array[], kinds: readonly number[], sign: 1 | -1): Uint8Array[] {
  const done: Uint8Array[] = []
  for (const [y, row] of rows.entries()) {
    const out = new Uint8Array(row.length)
    const [self, before] = sign === 1 ? [out, done[y - 1]] : [row, rows[y - 1]]
    for (let x = 0; x < row.length; x += 1) {
      const at = (one: Uint8Array | undefined, place: number) => (place < 0 ? 0 : (one?.[place] ?? 0))
      const guess = predicted(kinds[y] ?? 0, at(self, x - colours), at(before, x), at(before, x - colours))
      out[x] = (row[x] ?? 0) + sign * guess
    }
    done.push(out)
  }
  return done
}

function png(rows: readonly Uint8Array[], kinds: readonly number[]): Blob {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(rows.length, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const data = deflateSync(
    Buffer.concat(filtered(rows, kinds, -1).map((row, y) => Buffer.from([kinds[y] ?? 0, ...row]))),
  )
  const chunk = (name: string, content: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
  }
  const half = Math.floor(data.length / 2)
  const parts = [chunk("IHDR", head), chunk("IDAT", data.subarray(0, half)), chunk("IDAT", data.subarray(half))]
  return new Blob([
    Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts, chunk("IEND", Buffer.alloc(0))]),
  ])
}

async function unpacked(file: Blob) {
  const bytes = Buffer.from(await file.arrayBuffer())
  const data: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  const flat = inflateSync(Buffer.concat(data))
  const height = bytes.readUInt32BE(20)
  const rows = Array.from({ length: height }, (_row, y) =>
    flat.subarray(y * (1 + width * colours), (y + 1) * (1 + width * colours)),
  )
  const kinds = rows.map((row) => row[0] ?? 0)
  return {
    width: bytes.readUInt32BE(16),
    height,
    rows: filtered(
      rows.map((row) => row.subarray(1)),
      kinds,
      1,
    ),
  }
}

it("joins pictures below each other, whatever filter the first row of each was written with", async () => {
  const files = [0, 1, 2, 3, 4].map((kind) => ({ rows: pixels(3, kind), kinds: [kind, 4, 2] }))
  const joined = await unpacked(await joinPictures(files.map(({ rows, kinds }) => png(rows, kinds))))
  expect(joined.width).toBe(width)
  expect(joined.rows.map((row) => [...row])).toEqual(files.flatMap(({ rows }) => rows.map((row) => [...row])))
})

it("refuses what is no picture, or cut", async () => {
  const whole = png(pixels(3, 1), [0, 0, 0])
  await expect(joinPictures([whole, new Blob(["<html>"])])).rejects.toThrow("not a PNG")
  await expect(joinPictures([whole.slice(0, 60), whole])).rejects.toBeInstanceOf(Error)
})
