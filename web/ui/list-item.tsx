import type { ReactNode } from "react"
import styles from "./list-item.module.css"

/** A group of rows in one card. */
export function List({ children }: { readonly children: ReactNode }) {
  return <div className={styles.list}>{children}</div>
}

export interface ListItemProps {
  readonly title: string
  /** One sentence about the setting's effect. */
  readonly hint?: string
  /** The id of the control inside, so that the title is its label and the hint its description. */
  readonly htmlFor?: string
  readonly hintId?: string
  readonly children?: ReactNode
  /** A result, shown below the row. */
  readonly note?: ReactNode
}

/** A row with a title and a sentence on one side and its control on the other. */
export function ListItem({ title, hint, htmlFor, hintId, children, note }: ListItemProps) {
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        {htmlFor ? (
          <label className={styles.title} htmlFor={htmlFor}>
            {title}
          </label>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {hint && (
          <span className={styles.hint} id={hintId}>
            {hint}
          </span>
        )}
      </div>
      {children && <div className={styles.control}>{children}</div>}
      {note && <div className={styles.note}>{note}</div>}
    </div>
  )
}
