import { useContext, useEffect, useId, useState } from "react"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "../ui/button.tsx"
import { classNames } from "../ui/class-names.ts"
import { CodeActions } from "./code-actions.tsx"
import { codeCap, foldFrom } from "./markdown-limits.ts"
import { highlight } from "./highlighter.ts"
import type { ColouredPiece } from "./highlight.ts"
import { OnPaper } from "./on-paper.ts"
import styles from "./code-block.module.css"
import more from "./more.module.css"

export interface CodeBlockProps {
  readonly code: string
  /** As the model named it; empty when it did not. */
  readonly language: string
  /** More of it may still arrive: it is coloured once it is whole. */
  readonly open: boolean
}

/** Code with the name of its language, to be copied as it is, wrapped and folded. */
export function CodeBlock({ code, language, open }: CodeBlockProps) {
  const onPaper = useContext(OnPaper)
  const [showAll, setShowAll] = useState(onPaper)
  const [isWrapped, setWrapped] = useState(false)
  const body = useId()
  const shown = showAll ? code : code.slice(0, codeCap)
  const lines = open ? 0 : linesOf(code)
  // One that grew before the reader's eyes stays as it is.
  const [isFolded, setFolded] = useState(lines > foldFrom.folded && !onPaper)
  const pieces = useColours(shown, language, open || code.length > codeCap)
  const t = texts().chat
  return (
    <div className={classNames(styles.code, isWrapped && styles.wrapped, isFolded && styles.folded)}>
      <div className={styles.codeHead} data-uncopied>
        <span>{language || t.codeWithoutLanguage}</span>
        {lines > foldFrom.foldable && (
          <IconButton
            size="small"
            icon={isFolded ? "unfold" : "fold"}
            label={isFolded ? t.unfoldCode : t.foldCode}
            aria-expanded={!isFolded}
            aria-controls={body}
            onClick={() => setFolded(!isFolded)}
          />
        )}
        <IconButton
          size="small"
          icon="wrap"
          label={t.wrapLines}
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        />
        <CodeActions code={code} language={language} />
      </div>
      <pre id={body} tabIndex={0} dir="ltr" translate="no" data-sideways>
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
      {isFolded ? (
        <button type="button" className={more.more} onClick={() => setFolded(false)}>
          {t.showAllLines(lines)}
        </button>
      ) : (
        shown.length < code.length && (
          <button type="button" className={more.more} data-rest="" onClick={() => setShowAll(true)}>
            {t.showAll}
          </button>
        )
      )}
    </div>
  )
}

function linesOf(code: string): number {
  return code.replace(/\n$/, "").split("\n").length
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
