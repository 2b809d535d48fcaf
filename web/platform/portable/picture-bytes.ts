const pictureTypes: readonly (readonly [type: string, bytes: readonly (number | undefined)[]])[] = [
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50]],
  ["image/avif", [undefined, undefined, undefined, undefined, 0x66, 0x74, 0x79, 0x70]],
]

/** The type of a picture by its first bytes, whatever it is called; undefined where it is none. `head`: twelve bytes, or more. */
export async function pictureTypeOf(head: Blob): Promise<string | undefined> {
  const first = new Uint8Array(await head.slice(0, 12).arrayBuffer())
  return pictureTypes.find(([, bytes]) => bytes.every((byte, at) => byte === undefined || first[at] === byte))?.[0]
}
