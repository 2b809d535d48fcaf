import { useEffect, useState } from "react"
import { texts } from "../../../platform/texts.ts"
import { IconButton } from "../../../ui/button.tsx"
import { useCopy } from "../use-copy.ts"
import { codeCap } from "./caps.ts"
import { highlight } from "./highlighter.ts"
import type { ColouredPiece } from "./highlight.ts"
import styles from "./markdown.module.css"

export interface CodeBlockProps {
  readonly code: string
  /** As the model named it; empty when it did not. */
  readonly language: string
  /** More of it may still arrive: it is coloured once it is whole. */
  readonly open: boolean
}

export function CodeBlock({ code, language, open }: CodeBlockProps) {
  const [showAll, setShowAll] = useState(false)
  const { copied, copy } = useCopy()
  const shown = showAll ? code : code.slice(0, codeCap)
  const pieces = useColours(shown, language, open || code.length > codeCap)
  const labels = texts().chat
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <span>{language || labels.codeWithoutLanguage}</span>
        <IconButton
          size="small"
          icon={copied ? "check" : "copy"}
          label={copied ? labels.copied : labels.copyCode}
          onClick={() => copy(code.replace(/\n$/, ""))}
        />
      </div>
      <pre tabIndex={0} dir="ltr" translate="no">
        <code>
          {pieces?.map(([scope, text], index) =>
            scope === "" ? (
              text
            ) : (
              <span key={index} className={`hljs-${scope}`}>
                {text}
              </span>
            ),
          ) ?? shown}
        </code>
      </pre>
      {shown.length < code.length && (
        <button type="button" className={styles.more} onClick={() => setShowAll(true)}>
          {labels.showAll}
        </button>
      )}
    </div>
  )
}

/** The colours of a finished block, once they are worked out elsewhere; undefined until then and where there are none. */
function useColours(code: string, language: string, off: boolean): readonly ColouredPiece[] | undefined {
  const [result, setResult] = useState<{ code: string; pieces: readonly ColouredPiece[] }>()
  useEffect(() => {
    if (off || language === "") return
    let wanted = true
    void highlight(code, language).then((pieces) => {
      if (wanted && pieces) setResult({ code, pieces })
    })
    return () => {
      wanted = false
    }
  }, [code, language, off])
  return result?.code === code ? result.pieces : undefined
}
