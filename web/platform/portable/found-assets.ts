import { decodeBase64 } from "../files/decode-base64.ts"
import { documentKind } from "../files/read-document.ts"
import { pictureTypeOf } from "./picture-bytes.ts"

/* Pictures and other files that lie in an export beside its conversations, or in a copy of ours. */

/** Where the files of an export are found, by the names its conversations have for them. */
export interface Assets {
  /** Whether there is a picture, or a file with a text, as far as the beginning of the file tells. */
  readonly hasPicture: (name: string) => Promise<boolean>
  readonly hasText: (name: string) => Promise<boolean>
  /** The file under a name; undefined where it is not there. */
  readonly open: (name: string) => Promise<Blob | undefined>
}

/** A picture in a copy of ours. */
export interface CopyImage {
  readonly id: string
  readonly sizeBytes: number
  readonly open: () => Promise<Blob>
}

/** A file beside the conversations. */
export interface Asset {
  readonly sizeBytes: number
  readonly head: () => Promise<Blob>
  readonly open: () => Promise<Blob>
}

/** Largest one that is taken, in bytes. */
const largestAsset = 50 * 1024 * 1024
/** The beginning of a picture that stands in a text: 24 bytes. */
const headOfData = (address: string) => address.slice(0, address.indexOf(",") + 1 + 32)
/** Whether a file is called as pictures are. */
export function isPictureName(name: string): boolean {
  return /\.(png|jpe?g|webp|gif|avif|heic)$/i.test(name)
}

/** What a file is known by: the last part of its name, and the id that ChatGPT lets that begin with. */
export function namesOfAsset(path: string): readonly string[] {
  const name = path.split(/[/\\]/).at(-1) ?? path
  return [name, ...(/^file[-_][\da-zA-Z]+/.exec(name) ?? [])]
}

/** Finds the files of an export by what they are known by. */
export function assetsOf(assets: readonly [string, Asset][]): Assets {
  const byName = new Map<string, Asset>()
  for (const [path, asset] of assets) {
    if (asset.sizeBytes > largestAsset) continue
    const [name = path, id] = namesOfAsset(path)
    byName.set(name, asset)
    if (id !== undefined && !byName.has(id)) byName.set(id, asset)
  }
  const find = (path: string) => {
    const [name = path, id = ""] = namesOfAsset(path)
    return byName.get(name) ?? byName.get(id)
  }
  return {
    async hasPicture(name) {
      try {
        const head = name.startsWith("data:image/") ? blobOfData(headOfData(name)) : await find(name)?.head()
        return head !== undefined && (await pictureTypeOf(head)) !== undefined
      } catch {
        return false
      }
    },
    async hasText(name) {
      try {
        const head = await find(name)?.head()
        return (
          head !== undefined && documentKind(new Uint8Array(await head.slice(0, 1_024).arrayBuffer())) !== undefined
        )
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
