import { readFileNote } from "../gateway/read-content.ts"
import { count, listOf, oneOf, orElse, recordOf, text, that, type Reader } from "../lib/stored-shape.ts"
import type { Attachment, FileAttachment, ImageAttachment } from "./attachment.ts"
import { recordId } from "./read-message.ts"

const readImage = recordOf<ImageAttachment>({
  kind: oneOf(["image"]),
  // The form in which a message can name it (`image-reference`).
  id: that<string>((stored) => typeof stored === "string" && /^[\w-]{1,100}$/.test(stored)),
  name: orElse(text, () => ""),
  widthPx: count,
  heightPx: count,
})

const readFile = recordOf<FileAttachment>({ kind: oneOf(["file"]), id: recordId, note: readFileNote, text })

/** Reads the files and pictures of a draft: attached to a message that is not sent yet. */
export const readAttachments: Reader<readonly Attachment[]> = listOf<Attachment>(
  (stored) => readImage(stored) ?? readFile(stored),
)
