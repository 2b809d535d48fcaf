import { Suspense, type ReactNode } from "react"
import { lazyOr } from "../ui/lazy-or.tsx"
import styles from "./message-link.module.css"
import { needsLook, safeLink } from "./safe-link.ts"

/** Until somebody has looked, and where nobody can: a host too many misleads nobody. */
function AnyHost({ link }: { readonly link: URL; readonly text: string }) {
  const place = link.host || link.pathname
  return <bdi className={styles.realHost}> ({place})</bdi>
}

const RealHost = lazyOr(() => import("./real-host.tsx"), AnyHost)

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
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer" title={link.host || undefined} dir="auto">
        {children}
      </a>
      {needsLook(link, text) && (
        <Suspense fallback={<AnyHost link={link} text={text} />}>
          <RealHost link={link} text={text} />
        </Suspense>
      )}
    </>
  )
}
