/** What a message holds: plain text, or a list of parts (the OpenAI chat shape, used inside the project by every provider). */
export type Content = string | readonly ContentPart[]
export type ContentPart = TextPart | ImagePart

export interface TextPart {
  readonly type: "text"
  readonly text: string
  /** The text is a file's. For the page only: no request carries it. */
  readonly file?: FileNote
}

/** What is known of an attached file besides its text. */
export interface FileNote {
  readonly name: string
  readonly sizeBytes: number
  /** Of a PDF. */
  readonly pages?: number
  /** How many of them are pictures, or empty. */
  readonly pagesWithoutText?: number
  /** It was too long: only its beginning was taken. */
  readonly isCut?: boolean
}

/** `url` is http(s) or `data:<mime>;base64,<data>`. */
export interface ImagePart {
  readonly type: "image_url"
  readonly image_url: { readonly url: string; readonly detail?: "auto" | "low" | "high" }
}

/** The text of a message, its text parts joined by a line break; images count for nothing. */
export function textOf(content: Content | null | undefined): string {
  if (content == null) return ""
  if (typeof content === "string") return content
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
}

/** The images of a message, in order. */
export function imagesOf(content: Content | null | undefined): readonly ImagePart[] {
  if (content == null || typeof content === "string") return []
  return content.filter((part) => part.type === "image_url")
}

/** What was written by hand: the text without that of attached files. */
export function wordsOf(content: Content): string {
  return typeof content === "string" ? content : textOf(content.filter((part) => !isFile(part)))
}

/** The files of a message, in order. */
export function filesOf(content: Content): readonly TextPart[] {
  return typeof content === "string" ? [] : content.filter((part) => part.type === "text").filter(isFile)
}

function isFile(part: ContentPart): boolean {
  return part.type === "text" && part.file !== undefined
}
