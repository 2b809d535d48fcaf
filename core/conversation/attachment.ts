import { filesOf, imagesOf, type Content, type ContentPart, type FileNote, type TextPart } from "../gateway/content.ts"
import { imageReference, readImageReference, type StoredImage } from "./image-reference.ts"

/** An attachment of a message: a picture in the browser's store, or the text of a file. */
export type Attachment = ImageAttachment | FileAttachment

export interface ImageAttachment extends StoredImage {
  readonly kind: "image"
  readonly name: string
}

export interface FileAttachment {
  readonly kind: "file"
  readonly id: string
  readonly note: FileNote
  readonly text: string
}

/** A message's content: its words, then the files, then the pictures, each in the order they were added. */
export function contentWith(words: string, attachments: readonly Attachment[]): Content {
  if (attachments.length === 0) return words
  const files = attachments.flatMap((one) => (one.kind === "file" ? [filePart(one)] : []))
  const images = attachments.flatMap((one): ContentPart[] =>
    one.kind === "image" ? [{ type: "image_url", image_url: { url: imageReference(one) } }] : [],
  )
  return [...(words === "" ? [] : [{ type: "text", text: words } as const]), ...files, ...images]
}

/** The attachments of a message, to be sent once more. What its pictures were called it does not say: they get numbers. */
export function attachmentsOf(content: Content, newId: () => string): readonly Attachment[] {
  const files = filesOf(content).flatMap((part): Attachment[] =>
    part.file === undefined ? [] : [{ kind: "file", id: newId(), note: part.file, text: fileTextOf(part) }],
  )
  const images = imagesOf(content).flatMap(({ image_url }, at): Attachment[] => {
    const stored = readImageReference(image_url.url)
    return stored === undefined ? [] : [{ kind: "image", name: String(at + 1), ...stored }]
  })
  return [...files, ...images]
}

/** A file as a model reads it: its text between two lines that name it. */
export function filePart({ note, text }: Pick<FileAttachment, "note" | "text">): TextPart {
  return { type: "text", text: `${opening(note)}${text}${closing(note)}`, file: note }
}

/** The file's own text, without the lines around it. */
export function fileTextOf({ text, file }: TextPart): string {
  if (file === undefined) return text
  const start = opening(file)
  const end = closing(file)
  return text.startsWith(start) && text.endsWith(end) ? text.slice(start.length, text.length - end.length) : text
}

function opening({ name, pages, isCut }: FileNote): string {
  const length = pages === undefined ? "" : pages === 1 ? ", 1 página" : `, ${pages} páginas`
  return `[Arquivo anexado: ${name}${length}${isCut ? ", somente o começo" : ""}]\n`
}

function closing({ name }: FileNote): string {
  return `\n[Fim do arquivo: ${name}]`
}
