/** What a message holds: plain text, or a list of parts (the OpenAI chat shape, used inside the project by every provider). */
export type Content = string | readonly ContentPart[]
export type ContentPart = TextPart | ImagePart

export interface TextPart {
  readonly type: "text"
  readonly text: string
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
