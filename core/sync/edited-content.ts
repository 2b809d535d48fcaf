import { readImageReference } from "../conversation/image-reference.ts"
import { withWords } from "../conversation/message.ts"
import { contentText, filesOf, imagesOf, type Content, type ContentPart } from "../gateway/content.ts"
import { pictureLine } from "../portable/write-nextchat.ts"

/**
 * Content of ours that NextChat has changed, which sees a file as so much text and a picture as a line: the words are NextChat's, the
 * files and pictures stay what they were. Pictures that it put beside them come along.
 */
export function editedContent(own: Content, theirs: Content): Content {
  const images = imagesOf(own)
  const lines = images.flatMap(({ image_url }) => readImageReference(image_url.url)?.id ?? []).map(pictureLine)
  const files = filesOf(own).map(({ text }) => text)
  const content = withWords(own, [...files, ...lines].reduce(withoutLines, contentText(theirs)))
  const known = new Set(images.map(({ image_url }) => image_url.url))
  const added = imagesOf(theirs).filter(({ image_url }) => !known.has(image_url.url))
  return added.length === 0 ? content : [...partsOf(content), ...added]
}

/** A text without some whole lines of it; where they stand in it no more as they were, all of it. */
function withoutLines(text: string, lines: string): string {
  return lines === "" ? text : `\n${text}\n`.replace(`\n${lines}\n`, () => "\n").slice(1, -1)
}

function partsOf(content: Content): readonly ContentPart[] {
  if (typeof content !== "string") return content
  return content === "" ? [] : [{ type: "text", text: content }]
}
