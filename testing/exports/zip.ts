import { crc32 } from "node:zlib"
import { strToU8, zipSync } from "fflate"

/** A ZIP file of texts and bytes, as a browser would download it. `level`: how much it is folded; at 0 texts stand in it as they are. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array | object>>, level: 0 | 6 = 6): Buffer {
  const entries = Object.entries(files).map(([name, content]) => {
    const isBytes = content instanceof Uint8Array
    const bytes = isBytes ? content : strToU8(typeof content === "string" ? content : JSON.stringify(content))
    return [name, bytes] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(entries), { level }))
}

/** A ZIP file with the same text under many numbered names, not folded: as large as it looks. */
export function storedZip(name: string, text: Buffer, count: number): Buffer {
  const crc = crc32(text)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (let at = 0; at < count; at += 1) {
    const label = Buffer.from(`${name}-${String(at).padStart(3, "0")}.json`)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt32LE(crc, 14)
    head.writeUInt32LE(text.length, 18)
    head.writeUInt32LE(text.length, 22)
    head.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 16, 14, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(head, label, text)
    directory.push(entry, label)
    offset += head.length + label.length + text.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

/** A picture of one pixel: the smallest PNG. */
export const tinyPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
