import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react"
import { groupMasks, groupOf, type ListedMask, type ListGroup } from "#core/masks/find-masks.ts"
import { maskGroups } from "#core/masks/builtin-masks.ts"
import { isLocale, languageTag, localeCodes } from "#core/i18n/locale.ts"
import { currentLocale } from "../platform/language/language.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import { useConfig } from "../state/config-store.ts"
import { refreshMasks, useListedBuiltin, useMasks } from "../state/mask-store.ts"
import { Button } from "../ui/button.tsx"
import field from "../ui/field.module.css"
import { Select } from "../ui/select.tsx"
import { useMore } from "../ui/use-more.ts"
import { BuiltinMissing } from "./builtin-missing.tsx"
import styles from "./mask-list.module.css"
import { useFoundMasks } from "./use-found-masks.ts"

export interface MaskListProps {
  /** Draws a mask as a `<li>`. */
  readonly children: (mask: ListedMask) => ReactNode
  /** Somebody waits for a built-in mask: that these could not be fetched is said also where the list has none. */
  readonly needsBuiltin?: boolean
}

/** How many masks are drawn at first, and how many more whenever the reader comes to the end of them. */
const drawnAtOnce = 24

/** All masks: a search, their groups, the language of those that come with the program. */
export function MaskList({ children, needsBuiltin = false }: MaskListProps) {
  const t = chapterTexts("masks")
  const [typed, setTyped] = useState("")
  const [group, setGroup] = useState<ListGroup | "all">("all")
  const [language, setLanguage] = useState<string>(currentLocale())
  const own = useMasks((state) => state.own)
  const isLoaded = useMasks((state) => state.isLoaded)
  const lacksBuiltin = useMasks((state) => state.lacksBuiltin)
  const isHidden = useConfig((config) => config.hideBuiltinMasks)
  const builtin = useListedBuiltin(language)
  useEffect(() => void refreshMasks(), [])

  const query = useDeferredValue(typed).trim()
  const all = useMemo<readonly ListedMask[]>(() => [...own, ...builtin], [own, builtin])
  const matching = useFoundMasks(all, query)
  const found = useMemo(
    () => (group === "all" ? matching : matching.filter((mask) => groupOf(mask) === group)),
    [matching, group],
  )
  const sections = useMemo(
    () => (query === "" ? groupMasks(found) : [{ group: undefined, masks: found }]),
    [found, query],
  )
  const groups: readonly (ListGroup | "all")[] = [
    "all",
    ...(own.length > 0 ? ["own" as const] : []),
    ...(isHidden ? [] : maskGroups),
  ]
  const [most, more] = useMore(`${group} ${query} ${language}`, found.length, drawnAtOnce)
  let room = most
  return (
    <div className={styles.list}>
      {lacksBuiltin && (needsBuiltin || !isHidden) && <BuiltinMissing />}
      <div className={styles.tools}>
        <input
          type="search"
          className={field.field}
          aria-label={t.search}
          placeholder={t.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {!isHidden && <LanguageSelect value={language} onChange={setLanguage} />}
      </div>
      {groups.length > 1 && (
        <div className={styles.groups} role="group" aria-label={t.title}>
          {groups.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.chip}
              aria-pressed={group === one}
              onClick={() => setGroup(one)}
            >
              {one === "own" ? `${t.groups.own} ${own.length}` : t.groups[one]}
            </button>
          ))}
        </div>
      )}
      <p className={styles.count} role="status">
        {isLoaded && query !== "" && t.found(found.length)}
      </p>
      {sections.map(({ group: heading, masks }) => {
        const shown = masks.slice(0, room)
        room -= shown.length
        return (
          shown.length > 0 && (
            <section key={heading ?? "found"} aria-label={heading && t.groups[heading]}>
              {heading && <h2 className={styles.heading}>{t.groups[heading]}</h2>}
              <ul role="list" className={styles.cards}>
                {shown.map((mask) => children(mask))}
              </ul>
            </section>
          )
        )
      })}
      {found.length > most && <div ref={more} className={styles.more} />}
      {isLoaded && own.length === 0 && query === "" && group === "all" && <p className={styles.none}>{t.noneOwn}</p>}
      {isLoaded && isHidden && (
        <p className={styles.none}>
          {t.hidden}{" "}
          <Button onClick={() => useConfig.getState().change({ hideBuiltinMasks: false })}>{t.showBuiltin}</Button>
        </p>
      )}
    </div>
  )
}

/** The languages by the names that they have for themselves. */
function LanguageSelect({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  const options = useMemo(
    () => localeCodes.map((code) => ({ value: code as string, text: nameOf(code), lang: languageTag(code) })),
    [],
  )
  return (
    <Select
      aria-label={chapterTexts("masks").language}
      value={value}
      options={options}
      onChange={onChange}
      className={styles.language}
    />
  )
}

function nameOf(code: string): string {
  // Of most languages the country says nothing here; the two Chinese ones differ by their script.
  const whole = isLocale(code) ? languageTag(code) : code
  const tag = whole.startsWith("zh") ? whole : (whole.split("-")[0] ?? whole)
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? code
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
