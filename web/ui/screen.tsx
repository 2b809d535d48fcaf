import { useEffect, useRef, type ReactNode } from "react"
import type { ScreenAddress } from "#core/screens/screens.ts"
import { goBackTo } from "../platform/browser/navigation.ts"
import { texts } from "../platform/language/texts.ts"
import { focusHeading } from "../state/composer-focus.ts"
import { IconLink } from "./button.tsx"
import { classNames } from "./class-names.ts"
import styles from "./screen.module.css"
import { ScreenTag } from "./screen-tag.tsx"
import { usePageTitle } from "./use-page-title.ts"

/**
 * A screen other than the chat: a way back, its title and its content, in one column. `wide` leaves room for a second
 * one.
 */
export function Screen({
  title,
  aside,
  wide = false,
  back = "/",
  panel,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly wide?: boolean
  /** Where the way back leads; absent: to the chat. */
  readonly back?: ScreenAddress
  /** What stands beside the whole of it, such as a `SidePanel`; null where nothing does at the moment. */
  readonly panel?: ReactNode
  readonly children: ReactNode
}) {
  usePageTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusHeading(heading.current), [])
  const content = (
    <>
      <header className={styles.head}>
        <IconLink
          href={back}
          icon="back"
          label={texts().shell.back}
          onClick={(event) => {
            // Where one has come from there, it is the same step as the browser's.
            if (goBackTo(back)) event.preventDefault()
          }}
        />
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <ScreenTag />
        </div>
        {aside}
      </header>
      <div className={styles.scroll}>
        <div className={classNames(styles.column, wide && styles.wide)}>{children}</div>
      </div>
    </>
  )
  if (panel === undefined) return content
  return (
    <div className={styles.beside}>
      <div className={styles.main}>{content}</div>
      {panel}
    </div>
  )
}
