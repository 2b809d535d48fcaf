import { fieldsOf } from "#core/lib/fields.ts"
import { themes, type Theme } from "#core/settings/app-config.ts"
import { readLocal, readLocalJson, writeLocal } from "../storage/local-storage.ts"

/** The theme colours, the same as `--page` in `ui/tokens.css`. */
const pageColor = { light: "#fafafa", dark: "#151515" } as const

const key = "theme"

/** The saved theme; older settings stored it among the others. */
export function savedTheme(): Theme {
  const saved = readLocal(key) ?? fieldsOf(fieldsOf(readLocalJson("nk-app-config"))["state"])["theme"]
  return themes.find((theme) => theme === saved) ?? "light"
}

export function saveTheme(theme: Theme): void {
  writeLocal(key, theme)
}

/** Paints the page in a theme, the browser's own bars included. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.media.includes("dark") ? "dark" : "light"
    meta.content = pageColor[theme === "auto" ? scheme : theme]
  }
}
