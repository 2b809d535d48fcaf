import { useState } from "react"
import { texts } from "../platform/language/texts.ts"
import type { SourcePage } from "../markdown/citation-marks.ts"
import styles from "./sources.module.css"

/** Sources that are listed at once. */
const atOnce = 12

/** The pages an answer rests on, each once, under the numbers that stand in the text, with their sites. */
export function Sources({ pages }: { readonly pages: readonly SourcePage[] }) {
  const [showAll, setShowAll] = useState(false)
  const t = texts().chat
  if (pages.length === 0) return null
  return (
    <nav className={styles.sources} aria-label={t.sources}>
      <b>{t.sources}</b>
      <ol role="list">
        {pages.slice(0, showAll ? pages.length : atOnce).map(({ number, link, title }) => (
          <li key={number}>
            <a href={link.href} target="_blank" rel="noopener noreferrer" title={link.href}>
              <span className={styles.sourceNumber}>{number}</span>
              <span className={styles.sourceTitle} dir="auto">
                {title}
              </span>
              <bdi className={styles.sourceHost}>{link.host}</bdi>
            </a>
          </li>
        ))}
      </ol>
      {pages.length > atOnce && !showAll && (
        <button type="button" className={styles.moreSources} onClick={() => setShowAll(true)}>
          {t.showAll}
        </button>
      )}
    </nav>
  )
}
