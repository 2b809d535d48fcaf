import {
  attachedPart,
  fileKind,
  largestFileBytes,
  largestTextBytes,
  signatureBytes,
  textEncoding,
  type TextEncoding,
} from "#core/conversation/file-kind.ts"
import type { FileNote } from "#core/gateway/content.ts"
import type { EncodedImage } from "../images/encode-image.ts"
import { readImageFile } from "../images/image-files.ts"

/** Why a file cannot be attached. */
export type FileTrouble =
  | "too-large"
  | "unreadable"
  | "folder"
  | "unsupported"
  | "empty"
  | "broken-image"
  | "broken-pdf"
  | "locked-pdf"
  | "scanned-pdf"
  /** What reads it could not be fetched. */
  | "not-loaded"

export type ReadFile =
  | { readonly kind: "image"; readonly image: EncodedImage }
  | (Pick<FileNote, "pages" | "pagesWithoutText"> & {
      readonly kind: "text"
      readonly text: string
      readonly isCut: boolean
    })
  | { readonly kind: "trouble"; readonly trouble: FileTrouble; readonly pages?: number; readonly limitBytes?: number }

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

async function readPdfFile(file: Blob): Promise<ReadFile> {
  const code = await import("./pdf-text.ts").catch(() => undefined)
  const pdf = (await code?.readPdf(file)) ?? { kind: "not-loaded" as const }
  switch (pdf.kind) {
    case "text":
      return pdf
    case "scanned":
      return { kind: "trouble", trouble: "scanned-pdf", pages: pdf.pages }
    case "not-loaded":
      return { kind: "trouble", trouble: pdf.kind }
    case "locked":
      return { kind: "trouble", trouble: "locked-pdf" }
    default:
      return { kind: "trouble", trouble: "broken-pdf" }
  }
}

async function readTextFile(file: Blob): Promise<ReadFile> {
  const bytes = await bytesOf(file.slice(0, largestTextBytes))
  const encoding = textEncoding(bytes)
  if (encoding === undefined) return { kind: "trouble", trouble: "unsupported" }
  const text = decode(bytes, encoding)
  if (text.trim() === "") return { kind: "trouble", trouble: "empty" }
  const attached = attachedPart(text)
  return { kind: "text", text: attached, isCut: attached.length < text.length || bytes.length < file.size }
}

/** Without the mark at its start, and with line breaks as everywhere else. */
function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, "\n")
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}
