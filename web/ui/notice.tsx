import type { ReactNode } from "react"
import { Logo } from "./logo.tsx"
import styles from "./notice.module.css"

/** A screen with one message and its actions. */
export function Notice({
  mark,
  text,
  children,
}: {
  readonly mark?: ReactNode
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <div className={styles.notice}>
      {mark ? (
        <span className={styles.mark} aria-hidden="true">
          {mark}
        </span>
      ) : (
        <Logo size={52} />
      )}
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
