import { memo, useContext, useEffect, useLayoutEffect, useRef, useState } from "react"
import { copyInsteadOf } from "../platform/browser/selection-copy.ts"
import { whenIdle } from "../platform/browser/when-idle.ts"
import { classNames } from "../ui/class-names.ts"
import styles from "./formula.module.css"
import { OnPaper } from "./on-paper.ts"
import { typeset } from "./typeset.ts"

export interface FormulaViewProps {
  readonly tex: string
  readonly display: boolean
  /** As it stands in the text, delimiters included: shown until it is printed, and what copying gives. */
  readonly source: string
}

/** A formula in print. Until KaTeX has set it, and where it cannot, its source. */
export const FormulaView = memo(function FormulaView({ tex, display, source }: FormulaViewProps) {
  const place = useRef<HTMLSpanElement>(null)
  const onPaper = useContext(OnPaper)
  const [isPrinted, setPrinted] = useState(false)

  useLayoutEffect(
    () =>
      typeset({ tex, display, onPaper }, (node) => {
        place.current?.replaceChildren(...(node === undefined ? [] : [node]))
        setPrinted(node !== undefined)
      }),
    [tex, display, onPaper],
  )

  // One that is too wide scrolls in its own box, by keyboard too. Asked later, so that nothing is laid out only to know.
  useEffect(() => {
    if (!isPrinted || !display) return
    whenIdle(() => {
      const box = place.current
      if (box && box.scrollWidth > box.clientWidth) box.tabIndex = 0
    })
  }, [isPrinted, display])

  return (
    <span className={display ? styles.formulaBlock : undefined} data-copied-as={source} dir="ltr" translate="no">
      <span
        ref={place}
        className={classNames(styles.formula, display && styles.formulaScroll)}
        hidden={!isPrinted}
        data-sideways={display || undefined}
      />
      {!isPrinted && <FormulaSource source={source} />}
    </span>
  )
})

/** A formula as it was written. */
export function FormulaSource({ source }: { readonly source: string }) {
  return <span className={styles.math}>{source}</span>
}

copyInsteadOf("data-copied-as")
