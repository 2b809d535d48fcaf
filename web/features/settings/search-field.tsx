import { chapterTexts } from "../../platform/language/texts.ts"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { Icon } from "../../ui/icon.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./settings.module.css"

export interface SearchFieldProps {
  readonly query: string
  /** How many settings are left. */
  readonly count: number
  readonly onChange: (query: string) => void
}

/** Narrows the catalogue as one types; Escape gives it back. */
export function SearchField({ query, count, onChange }: SearchFieldProps) {
  const t = chapterTexts("settings")
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={16} />
      <input
        type="search"
        className={classNames(field.field, styles.searchField)}
        aria-label={t.find}
        placeholder={t.find}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("")
        }}
      />
      <VisuallyHidden>
        <span role="status">{query.trim() === "" ? "" : count === 0 ? t.nothingFound : t.found(count)}</span>
      </VisuallyHidden>
    </div>
  )
}
