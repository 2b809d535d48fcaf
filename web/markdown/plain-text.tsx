import { useContext, useState } from "react"
import { texts } from "../platform/language/texts.ts"
import { codeCap } from "./markdown-limits.ts"
import { OnPaper } from "./on-paper.ts"
import { useProgressiveCount } from "./use-progressive-count.ts"
import styles from "./plain-text.module.css"
import more from "./more.module.css"

/** Text as it was written. A long one in pieces, so that the browser lays out only those near the screen. */
export function PlainText({ text }: { readonly text: string }) {
  const [showAll, setShowAll] = useState(useContext(OnPaper))
  const shown = showAll ? text : text.slice(0, codeCap)
  const pieces = piecesOf(shown)
  const drawn = useProgressiveCount(pieces.length, piecesAtOnce)
  return (
    <>
      <div className={styles.plain} dir="auto">
        {pieces.length === 1
          ? shown
          : pieces.slice(0, drawn).map((piece, index) => (
              <div key={index} className={styles.piece}>
                {piece}
              </div>
            ))}
      </div>
      {shown.length < text.length && (
        <button type="button" className={more.more} data-rest="" onClick={() => setShowAll(true)}>
          {texts().chat.showAll}
        </button>
      )}
    </>
  )
}

const pieceLength = 4_000
const piecesAtOnce = 4

/** A piece ends where a line does, which it leaves out; one without an end in sight is cut. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > pieceLength * 2) {
    const lineEnd = text.lastIndexOf("\n", start + pieceLength)
    const isLine = lineEnd > start
    const end = isLine ? lineEnd : start + pieceLength
    pieces.push(text.slice(start, end))
    start = isLine ? end + 1 : end
  }
  pieces.push(text.slice(start))
  return pieces
}
