import { fileKind, largestFileBytes, signatureBytes, textEncoding } from "#core/conversation/file-kind.ts"
import type { EncodedImage } from "../images/encode-image.ts"
import { readImageFile } from "../images/image-files.ts"
import { bytesOf, readPdfFile, readTextFile, type ReadDocument } from "./read-document.ts"

export type { FileTrouble } from "./read-document.ts"

export type ReadFile = ReadDocument | { readonly kind: "image"; readonly image: EncodedImage }

/** Extracts the readable content of a file. Its content decides the kind, not its name. Nothing leaves the browser. */
export async function readFile(file: Blob): Promise<ReadFile> {
  if (file.size === 0) return { kind: "trouble", trouble: "empty" }
  const kind = fileKind(await bytesOf(file.slice(0, signatureBytes)))
  const limitBytes = largestFileBytes[kind === "heic" ? "image" : kind === "unknown" ? "text" : kind]
  if (file.size > limitBytes) {
    const isReadable = kind !== "unknown" || textEncoding(await bytesOf(file.slice(0, 65_536))) !== undefined
    return { kind: "trouble", trouble: isReadable ? "too-large" : "unsupported", limitBytes }
  }
  switch (kind) {
    case "image":
    case "heic": {
      const image = await readImageFile(file, kind === "heic")
      if (image === "not-loaded") return { kind: "trouble", trouble: image }
      return image === undefined ? { kind: "trouble", trouble: "broken-image" } : { kind: "image", image }
    }
    case "pdf":
      return readPdfFile(file)
    default:
      return readTextFile(file)
  }
}
