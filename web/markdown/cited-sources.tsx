import { createContext, useContext } from "react"
import { texts } from "../platform/language/texts.ts"
import type { SourcePage } from "./citation-marks.ts"
import styles from "./cited-sources.module.css"

/** The sources that a text may call by their numbers. */
export const CitedSources = createContext<readonly SourcePage[]>([])

/** The number of a source, in the text, as a link to it. */
export function SourceCall({ number }: { readonly number: number }) {
  const page = useContext(CitedSources)[number - 1]
  if (page === undefined) return null
  return (
    <sup className={styles.sourceCall} data-uncopied>
      <a
        href={page.link.href}
        target="_blank"
        rel="noopener noreferrer"
        title={`${page.title} (${page.link.host})`}
        aria-label={texts().chat.source(number, page.link.host)}
      >
        {number}
      </a>
    </sup>
  )
}
