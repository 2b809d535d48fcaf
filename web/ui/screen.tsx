import type { ReactNode } from "react"
import { texts } from "../platform/texts.ts"
import { IconLink } from "./button.tsx"
import styles from "./screen.module.css"
import { usePageTitle } from "./use-page-title.ts"

/** A screen beside the chat: a way back, its name, and what it holds, in one column. */
export function Screen({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  usePageTitle(title)
  return (
    <>
      <header className={styles.head}>
        <IconLink href="/" icon="back" label={texts().shell.back} />
        <h1>{title}</h1>
        {aside}
      </header>
      <div className={styles.scroll}>
        <div className={styles.column}>{children}</div>
      </div>
    </>
  )
}
