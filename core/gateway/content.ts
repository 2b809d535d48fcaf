/**
 * The content of a message: plain text, or a list of parts in the shape of OpenAI's chat API, which the project uses
 * for every provider.
 */
export type Content = string | readonly ContentPart[]
export type ContentPart = TextPart | ImagePart

export interface TextPart {
  readonly type: "text"
  readonly text: string
  /** Present where the text comes from a file. Only the page reads it: no request carries it. */
  readonly file?: FileNote
}

/** The facts about an attached file besides its text. */
export interface FileNote {
  readonly name: string
  readonly sizeBytes: number
  /** Of a PDF. */
  readonly pages?: number
  /** How many of its pages contain no text. */
  readonly pagesWithoutText?: number
  /** The file was too long, and only its beginning was taken. */
  readonly isCut?: boolean
}

/** `url` is http(s) or `data:<mime>;base64,<data>`. */
export interface ImagePart {
  readonly type: "image_url"
  readonly image_url: { readonly url: string; readonly detail?: "auto" | "low" | "high" }
}

/** The text of a message, its text parts joined by a line break; images count for nothing. */
export function contentText(content: Content | null | undefined): string {
  if (content == null) return ""
  if (typeof content === "string") return content
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
}

/** The images of a message, in order. */
export function imagesOf(content: Content | null | undefined): readonly ImagePart[] {
  if (content == null || typeof content === "string") return []
  return content.filter((part) => part.type === "image_url")
}

/** The text that the user typed: without the text of attached files. */
export function wordsOf(content: Content): string {
  return typeof content === "string" ? content : contentText(content.filter((part) => !isFile(part)))
}

/** The files of a message, in order. */
export function filesOf(content: Content): readonly TextPart[] {
  return typeof content === "string" ? [] : content.filter((part) => part.type === "text").filter(isFile)
}

function isFile(part: ContentPart): boolean {
  return part.type === "text" && part.file !== undefined
}
