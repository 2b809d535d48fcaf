import { useEffect, useState, type ReactNode } from "react"
import { ModelSettings } from "../../model-settings/model-form.tsx"
import { chapterTexts } from "../../platform/language/texts.ts"
import { changeModelConfig, useConfig } from "../../state/config-store.ts"
import { Screen } from "../../ui/screen.tsx"
import { matching } from "./chapter.ts"
import { SearchField } from "./search-field.tsx"
import { Section } from "./section.tsx"
import { SectionLinks } from "./section-links.tsx"
import styles from "./settings.module.css"
import { useChapters } from "./use-chapters.ts"
import { pageHash } from "../../platform/browser/page-address.ts"

/** Every setting in one document, open, each saved at once. */
export default function SettingsScreen() {
  const t = chapterTexts("settings")
  const [query, setQuery] = useState("")
  const shown = matching(useChapters(), query)
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0)
  useEffect(() => {
    // Nothing is returned: newer browsers give a promise, which is nothing to end the effect with.
    document.getElementById(pageHash().slice(1))?.scrollIntoView()
  }, [])
  return (
    <Screen title={t.title} wide>
      <div className={styles.layout}>
        <SearchField query={query} count={count} onChange={setQuery} />
        <SectionLinks chapters={shown} />
        <div className={styles.sections}>
          <StoredModelSettings>
            {shown.map((chapter) => (
              <Section key={chapter.id} {...chapter} />
            ))}
          </StoredModelSettings>
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

/** The settings of models where a conversation has none of its own. A change draws the controls of models again, and nothing else. */
function StoredModelSettings({ children }: { readonly children: ReactNode }) {
  const stored = useConfig((config) => config.modelConfig)
  return (
    <ModelSettings value={stored} onChange={changeModelConfig}>
      {children}
    </ModelSettings>
  )
}
