import { useEffect, useState } from "react"
import { texts } from "../../platform/texts.ts"
import { Screen } from "../../ui/screen.tsx"
import { matching } from "./entry.tsx"
import { SearchField } from "./search-field.tsx"
import { Section } from "./section.tsx"
import { SectionLinks } from "./section-links.tsx"
import styles from "./settings.module.css"
import { useChapters } from "./use-chapters.ts"

/** Every setting in one document, open, each saved at once. */
export default function SettingsScreen() {
  const t = texts().settings
  const [query, setQuery] = useState("")
  const shown = matching(useChapters(), query)
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0)
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <Screen title={t.title} wide>
      <div className={styles.layout}>
        <SectionLinks chapters={shown} />
        <div className={styles.sections}>
          <SearchField query={query} count={count} onChange={setQuery} />
          {shown.map((chapter) => (
            <Section key={chapter.id} {...chapter} />
          ))}
          {count === 0 ? (
            <p className={styles.nothing}>
              <b>{t.nothingFound}</b>
              {t.nothingFoundHint}
            </p>
          ) : (
            <p className={styles.saved}>{t.savedAtOnce}</p>
          )}
        </div>
      </div>
    </Screen>
  )
}
