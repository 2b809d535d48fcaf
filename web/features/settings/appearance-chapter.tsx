import { fontSizePx, themes } from "#core/settings/app-config.ts"
import { buildKind } from "../../platform/browser/build-kind.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { Slider } from "../../ui/slider.tsx"
import { AvatarChoice } from "../../avatar/avatar-choice.tsx"
import { ConfigSwitch } from "./config-controls.tsx"
import { LanguageControl } from "./language-control.tsx"
import { SelectControl, TextControl } from "../../ui/setting-controls.tsx"
import type { Chapter } from "./chapter.ts"
import { entry } from "../../ui/setting-entry.tsx"
import { useSettingIds } from "../../ui/setting.tsx"
import styles from "./settings.module.css"

/** How the page looks. */
export function appearanceChapter({ isMobile }: { readonly isMobile: boolean }): Chapter {
  const t = chapterTexts("settings")
  return {
    id: "aparencia",
    title: t.appearance,
    entries: [
      entry(t.theme, t.themeHint, <ThemeControl />),
      entry(t.language, t.languageHint, <LanguageControl />),
      entry(t.avatar, t.avatarHint, <AvatarControl />),
      entry(t.fontSize, t.fontSizeHint, <FontSizeControl />, {
        note: <p className={styles.preview}>{t.fontSizePreview}</p>,
      }),
      entry(t.fontFamily, t.fontFamilyHint, <FontFamilyControl />),
      // An app's own window has no frame to leave out, nor has a phone.
      buildKind() === "web" &&
        !isMobile &&
        entry(t.tightBorder, t.tightBorderHint, <ConfigSwitch name="tightBorder" />),
      entry(t.sendPreviewBubble, t.sendPreviewBubbleHint, <ConfigSwitch name="sendPreviewBubble" />),
    ],
  }
}

function ThemeControl() {
  const t = chapterTexts("settings")
  const theme = useConfig((config) => config.theme)
  const names = { light: t.themeLight, dark: t.themeDark, auto: t.themeAuto }
  return (
    <SelectControl
      value={theme}
      options={themes.map((value) => ({ value, text: names[value] }))}
      onChange={(chosen) => useConfig.getState().change({ theme: chosen })}
    />
  )
}

function AvatarControl() {
  const avatar = useConfig((config) => config.avatar)
  return (
    <AvatarChoice
      {...useSettingIds()}
      value={avatar}
      label={chapterTexts("settings").avatar}
      onChange={(chosen) => useConfig.getState().change({ avatar: chosen })}
    />
  )
}

function FontSizeControl() {
  const fontSize = useConfig((config) => config.fontSize)
  return (
    <Slider
      {...useSettingIds()}
      min={fontSizePx.least}
      max={fontSizePx.most}
      value={fontSize}
      onChange={(size) => useConfig.getState().change({ fontSize: size })}
      present={(size) => `${size} px`}
    />
  )
}

function FontFamilyControl() {
  const fontFamily = useConfig((config) => config.fontFamily)
  return (
    <TextControl
      value={fontFamily}
      placeholder={chapterTexts("settings").fontFamilyPlaceholder}
      onChange={(text) => useConfig.getState().change({ fontFamily: text.slice(0, 200) })}
    />
  )
}
