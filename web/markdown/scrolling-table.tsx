import { useContext, useState, type ReactNode } from "react"
import { texts } from "../platform/language/texts.ts"
import { OnPaper } from "./on-paper.ts"
import styles from "./scrolling-table.module.css"
import more from "./more.module.css"

/** A table that scrolls sideways inside itself on narrow screens, by keyboard too. A very long one starts with its first rows. */
export function ScrollingTable({
  isWhole,
  direction,
  children,
}: {
  /** All its rows are shown from the start. */
  readonly isWhole: boolean
  readonly direction: "rtl" | "ltr"
  readonly children: (showAll: boolean) => ReactNode
}) {
  const [showAll, setShowAll] = useState(useContext(OnPaper))
  return (
    <>
      <div
        className={styles.tableBox}
        role="group"
        dir={direction}
        aria-label={texts().chat.table}
        tabIndex={0}
        data-sideways
      >
        <table>{children(showAll)}</table>
      </div>
      {!isWhole && !showAll && (
        <button type="button" className={more.more} data-rest="" onClick={() => setShowAll(true)}>
          {texts().chat.showAll}
        </button>
      )}
    </>
  )
}
