import { getDocument, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs"
import { attachedPart, largestFileCharacters } from "#core/conversation/file-kind.ts"
import pdfWorkerUrl from "./pdf-worker.ts?worker&url"
import { startWorker } from "../browser/start-worker.ts"

export type PdfText =
  | {
      readonly kind: "text"
      readonly text: string
      readonly pages: number
      /** Among those that were read: pictures of pages, or empty ones. */
      readonly pagesWithoutText: number
      readonly isCut: boolean
    }
  /** Pictures of pages: there is no text to be read. */
  | { readonly kind: "scanned"; readonly pages: number }
  | { readonly kind: "locked" }
  | { readonly kind: "broken" }
  /** What reads it could not be fetched. */
  | { readonly kind: "not-loaded" }

/** The text of a PDF, page by page, as much of it as is attached. */
export async function readPdf(file: Blob): Promise<PdfText> {
  const port = startWorker(pdfWorkerUrl, "pdf")
  if (port === undefined) return { kind: "broken" }
  const failing = untilFailed(port)
  const worker = new PDFWorker({ port: port as unknown as null })
  try {
    const data = new Uint8Array(await file.arrayBuffer())
    const loading = getDocument({ data, worker, verbosity: 0, disableFontFace: true })
    const pdf = await Promise.race([loading.promise, failing])
    if (pdf === "not-loaded") return { kind: pdf }
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= pdf.numPages && length <= largestFileCharacters; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("")
      pages.push(text.trim())
      length += text.length
      page.cleanup()
    }
    const text = pages.join("\n\n").trim()
    if (text === "") return { kind: "scanned", pages: pdf.numPages }
    const attached = attachedPart(text)
    const isCut = attached.length < text.length || pages.length < pdf.numPages
    const pagesWithoutText = pages.filter((page) => page === "").length
    return { kind: "text", text: attached, pages: pdf.numPages, pagesWithoutText, isCut }
  } catch (trouble) {
    const name = trouble instanceof Error ? trouble.name : ""
    return { kind: name === "PasswordException" ? "locked" : "broken" }
  } finally {
    worker.destroy()
    port.terminate()
  }
}

/** Resolves where a worker's code could not be fetched: pdf.js listens to what it says only, and would wait for ever. */
function untilFailed(port: Worker): Promise<"not-loaded"> {
  return new Promise((resolve) => port.addEventListener("error", () => resolve("not-loaded")))
}
