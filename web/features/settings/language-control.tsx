import { useRef, useState } from "react"
import { localeCodes, type LocaleCode } from "#core/i18n/locale.ts"
import { changeLocale, currentLocale, languageName } from "../../platform/language/language.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { isOnlyHere } from "../../state/only-here.ts"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Select } from "../../ui/select.tsx"
import { useSettingIds } from "../../ui/setting.tsx"

/** Keys that open the list or choose in it; all others step through a closed one. */
const choosing: readonly string[] = ["Enter", " "]

/**
 * The language of the page. To change it reloads the page, so whoever steps through the list by key decides by Enter, or by
 * going on; and what would be lost is said before.
 */
export function LanguageControl() {
  const [shown, setShown] = useState(currentLocale)
  const isStepping = useRef(false)
  const isAsking = useRef(false)
  const apply = async (locale: LocaleCode) => {
    if (locale === currentLocale() || isAsking.current) return
    if (!isOnlyHere()) return changeLocale(locale)
    isAsking.current = true
    const question = { text: chapterTexts("settings").languageLoses, confirm: texts().chat.reload, danger: true }
    if (await askToConfirm(question)) return changeLocale(locale)
    isAsking.current = false
    setShown(currentLocale())
  }
  return (
    <Select<LocaleCode>
      {...useSettingIds()}
      value={shown}
      options={localeCodes.map((code) => ({ value: code, ...languageName(code) }))}
      onPointerDown={() => (isStepping.current = false)}
      onKeyDown={({ key, altKey }) => {
        isStepping.current = !choosing.includes(key) && !altKey
        if (key === "Enter") void apply(shown)
      }}
      // Another window in front is no decision.
      onBlur={() => void (document.hasFocus() && apply(shown))}
      onChange={(locale) => {
        setShown(locale)
        if (!isStepping.current) void apply(locale)
      }}
    />
  )
}
