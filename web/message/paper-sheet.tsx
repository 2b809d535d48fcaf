import type { ReactNode } from "react"
import { createPortal } from "react-dom"
import { OnPaper } from "../markdown/on-paper.ts"
import { classNames } from "../ui/class-names.ts"
import styles from "./paper-sheet.module.css"

export interface PaperSheetProps {
  readonly title: string
  readonly children: ReactNode
  readonly ref?: (sheet: HTMLElement | null) => void
}

/**
 * A conversation on paper: while it stands there it takes the place of the page, for a printer only. It is laid out before it is printed,
 * out of sight: what it takes, fonts for instance, is asked for by then.
 */
export function PaperSheet({ title, children, ref }: PaperSheetProps) {
  return createPortal(
    <OnPaper value={true}>
      <div ref={ref} className={styles.sheet} data-paper>
        <h1 dir="auto">{title}</h1>
        {children}
      </div>
    </OnPaper>,
    document.body,
  )
}

/** Something on it; of a question is said whose it is. */
export function OnSheet({ isQuestion, children }: { readonly isQuestion: boolean; readonly children: ReactNode }) {
  return <div className={classNames(isQuestion && styles.question)}>{children}</div>
}

/** What is laid out for the printer: there is one sheet. */
export function sheetOnPaper(): HTMLElement | null {
  return document.querySelector<HTMLElement>("body > [data-paper]")
}
