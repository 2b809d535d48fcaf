import { decodeBase64 } from "../files/decode-base64.ts"
import { pictureTypeOf } from "./picture-bytes.ts"

/* Pictures that lie in the files of an export beside its conversations, or in a copy of ours. */

/** Where the pictures of an export are found, by the names its conversations have for them. */
export interface Pictures {
  /** Whether there is one, as far as the beginning of the file tells. */
  readonly has: (name: string) => Promise<boolean>
  /** The file under a name; undefined where it is not there. */
  readonly open: (name: string) => Promise<Blob | undefined>
}

/** A picture in a copy of ours. */
export interface CopyImage {
  readonly id: string
  readonly sizeBytes: number
  readonly open: () => Promise<Blob>
}

/** A file of an archive that is no text. */
export interface Asset {
  readonly sizeBytes: number
  readonly head: () => Promise<Blob>
  readonly open: () => Promise<Blob>
}

/** Largest picture that is taken, in bytes. */
const largestPicture = 50 * 1024 * 1024
/** The beginning of a picture that stands in a text: 24 bytes. */
const headOfData = (address: string) => address.slice(0, address.indexOf(",") + 1 + 32)
/** Whether a file is called as pictures are. */
export function isPictureName(name: string): boolean {
  return /\.(png|jpe?g|webp|gif|avif|heic)$/i.test(name)
}

/** Finds the pictures of an export: by their own names, or by the id that the name begins with. */
export function picturesOf(assets: readonly [string, Asset][]): Pictures {
  const byName = new Map<string, Asset>()
  for (const [path, asset] of assets) {
    if (asset.sizeBytes > largestPicture) continue
    const name = path.split(/[/\\]/).at(-1) ?? path
    byName.set(name, asset)
    const [id] = /^file[-_][\da-zA-Z]+/.exec(name) ?? []
    if (id !== undefined && !byName.has(id)) byName.set(id, asset)
  }
  const find = (name: string) => {
    const last = name.split(/[/\\]/).at(-1) ?? name
    const [id = ""] = /^file[-_][\da-zA-Z]+/.exec(last) ?? []
    return byName.get(last) ?? byName.get(id)
  }
  return {
    async has(name) {
      try {
        const head = name.startsWith("data:image/") ? blobOfData(headOfData(name)) : await find(name)?.head()
        return head !== undefined && (await pictureTypeOf(head)) !== undefined
      } catch {
        return false
      }
    },
    async open(name) {
      if (name.startsWith("data:image/")) return blobOfData(name)
      return find(name)?.open()
    },
  }
}

/** The pictures of a copy of ours, by their names in it. */
export function copyImages(assets: readonly [string, Asset][]): readonly CopyImage[] {
  return assets.flatMap(([path, { sizeBytes, open }]) => {
    const [, id] = /^images\/([\w-]{1,200})$/.exec(path) ?? []
    return id === undefined ? [] : [{ id, sizeBytes, open }]
  })
}

/** A picture that stands in a text as base64; undefined for anything else. */
export function blobOfData(address: string): Blob | undefined {
  const [, type = "", data = ""] = /^data:(image\/(?:png|jpeg|webp|gif|avif));base64,([\w+/=\s]*)$/.exec(address) ?? []
  if (type === "") return undefined
  try {
    return new Blob([decodeBase64(data)], { type })
  } catch {
    return undefined
  }
}
