import { writtenLocales, type WrittenLocale } from "#core/i18n/locale.ts"
import { fontSizePx } from "#core/settings/app-config.ts"
import { changeLocale, currentLocale, languageName } from "../../platform/language.ts"
import { texts } from "../../platform/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { Select } from "../../ui/select.tsx"
import { Slider } from "../../ui/slider.tsx"
import { Setting } from "./setting.tsx"
import styles from "./settings.module.css"

export function AppearanceSettings() {
  const t = texts().settings
  const { theme, fontSize, change } = useConfig()
  return (
    <>
      <Setting title={t.theme} hint={t.themeHint}>
        {(ids) => (
          <Select
            {...ids}
            value={theme}
            onChange={(chosen) => change({ theme: chosen })}
            options={[
              { value: "light", text: t.themeLight },
              { value: "dark", text: t.themeDark },
              { value: "auto", text: t.themeAuto },
            ]}
          />
        )}
      </Setting>
      <Setting title={t.language} hint={t.languageHint}>
        {(ids) => (
          <Select<WrittenLocale>
            {...ids}
            value={currentLocale()}
            onChange={changeLocale}
            options={writtenLocales.map((code) => ({ value: code, ...languageName(code) }))}
          />
        )}
      </Setting>
      <Setting title={t.fontSize} hint={t.fontSizeHint} note={<p className={styles.preview}>{t.fontSizePreview}</p>}>
        {(ids) => (
          <Slider
            {...ids}
            min={fontSizePx.least}
            max={fontSizePx.most}
            value={fontSize}
            onChange={(size) => change({ fontSize: size })}
            present={(size) => `${size} px`}
          />
        )}
      </Setting>
    </>
  )
}
