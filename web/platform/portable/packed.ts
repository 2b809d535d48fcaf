/** What archives begin with that are no ZIP files: gzip, 7-Zip, RAR, xz, bzip2. */
const signatures: readonly (readonly number[])[] = [
  [0x1f, 0x8b, 8],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 7],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
  [0x42, 0x5a, 0x68],
]

/** Where the name of its format stands in a tar file. */
const tarName = { at: 257, bytes: [0x75, 0x73, 0x74, 0x61, 0x72] }

/** Whether a file is an archive of a kind that is not read. */
export async function isPacked(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 512).arrayBuffer())
  const isAt = (bytes: readonly number[], at: number) => bytes.every((byte, place) => head[at + place] === byte)
  return signatures.some((bytes) => isAt(bytes, 0)) || isAt(tarName.bytes, tarName.at)
}
