import {
  listOf,
  oneOf,
  optional,
  orElse,
  recordOf,
  text,
  count,
  flag,
  type Read,
  type Reader,
} from "../lib/stored-shape.ts"
import type { Content, ContentPart, FileNote, ImagePart, TextPart } from "./content.ts"

export const readFileNote = recordOf<FileNote>({
  name: text,
  sizeBytes: orElse(count, () => 0),
  pages: optional(count),
  pagesWithoutText: optional(count),
  isCut: optional(flag),
})

const readTextPart = recordOf<TextPart>({ type: oneOf(["text"]), text, file: optional(readFileNote) })

const readImagePart = recordOf<ImagePart>({
  type: oneOf(["image_url"]),
  image_url: recordOf<ImagePart["image_url"]>({ url: text, detail: optional(oneOf(["auto", "low", "high"])) }),
})

const readParts = listOf<ContentPart>((stored): Read<ContentPart> | undefined => {
  return readTextPart(stored) ?? readImagePart(stored)
})

/** Reads stored content: a text, or the readable parts of a list. */
export const readContent: Reader<Content> = (stored) => text(stored) ?? readParts(stored)
