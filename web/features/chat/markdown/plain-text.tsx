import { useState } from "react"
import { texts } from "../../../platform/texts.ts"
import { codeCap } from "./caps.ts"
import styles from "./markdown.module.css"

/** Text as it was written. In pieces, so that the browser lays out only those near the screen. */
export function PlainText({ text }: { readonly text: string }) {
  const [showAll, setShowAll] = useState(false)
  const shown = showAll ? text : text.slice(0, codeCap)
  return (
    <>
      <div className={styles.plain} dir="auto">
        {piecesOf(shown).map((piece, index) => (
          <span key={index} className={styles.piece}>
            {piece}
          </span>
        ))}
      </div>
      {shown.length < text.length && (
        <button type="button" className={styles.more} onClick={() => setShowAll(true)}>
          {texts().chat.showAll}
        </button>
      )}
    </>
  )
}

const pieceLength = 8_000

function piecesOf(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  )
}
