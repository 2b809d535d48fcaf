import type { ReactNode } from "react"
import styles from "./message-link.module.css"
import { hostToShow, safeLink } from "./safe-link.ts"

/** A link of an answer: opens in its own tab, tells nobody where it came from, and names its host when its text would mislead. */
export function MessageLink({
  href,
  text,
  children,
}: {
  readonly href: string
  readonly text: string
  readonly children: ReactNode
}) {
  const link = safeLink(href)
  if (link === undefined) return <>{children}</>
  const host = hostToShow(link, text)
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer" title={link.host || undefined} dir="auto">
        {children}
      </a>
      {host !== undefined && <bdi className={styles.realHost}> ({host})</bdi>}
    </>
  )
}
