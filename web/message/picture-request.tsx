import { chapterTexts } from "../platform/language/texts.ts"

/** Names what is folded away above a picture: the words that its model drew from. */
export default function PictureRequest() {
  return <>{chapterTexts("images").seeRequest}</>
}
