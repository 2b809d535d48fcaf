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

export type ReadDocument =
  | (Pick<FileNote, "pages" | "pagesWithoutText"> & {
      readonly kind: "text"
      readonly text: string
      readonly isCut: boolean
    })
  | { readonly kind: "trouble"; readonly trouble: FileTrouble; readonly pages?: number; readonly limitBytes?: number }

/** What a file whose beginning is known may hold: the text of a PDF, a text, or nothing that is read as one. */
export function documentKind(head: Uint8Array): "pdf" | "text" | undefined {
  const kind = fileKind(head.subarray(0, signatureBytes))
  if (kind === "pdf") return kind
  return kind === "unknown" && head.length > 0 && textEncoding(head) !== undefined ? "text" : undefined
}

/** The text of a file, as it would be attached; undefined where it has none, or is too large. */
export async function readDocument(file: Blob): Promise<(ReadDocument & { readonly kind: "text" }) | undefined> {
  const kind = documentKind(await bytesOf(file.slice(0, 65_536)))
  if (kind === undefined || file.size > largestFileBytes[kind]) return undefined
  const read = kind === "pdf" ? await readPdfFile(file) : await readTextFile(file)
  return read.kind === "text" ? read : undefined
}

export async function readPdfFile(file: Blob): Promise<ReadDocument> {
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

export async function readTextFile(file: Blob): Promise<ReadDocument> {
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

export async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}
