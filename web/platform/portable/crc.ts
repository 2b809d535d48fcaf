let table: Uint32Array | undefined

/** What a CRC-32 begins with. */
export const crcStart = 0xffffffff

/** CRC-32 as it goes on after `start`. */
export function crcOf(bytes: Uint8Array, start: number): number {
  table ??= Uint32Array.from({ length: 256 }, (_zero, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value
  })
  let crc = start
  for (let at = 0; at < bytes.length; at += 1) crc = (table[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)
  return crc
}

/** The CRC-32 of all bytes that were read. */
export function finishedCrc(crc: number): number {
  return (crc ^ 0xffffffff) >>> 0
}
