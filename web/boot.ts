/** Runs before the first paint, as a classic script in the head: theme, language, and an early start for that language's texts. */
import { applyLocale, currentLocale } from "./platform/language.ts"
import { applyTheme, savedTheme } from "./platform/theme.ts"

const locale = currentLocale()
applyTheme(savedTheme())
applyLocale(locale)

const chunks: unknown = JSON.parse(document.currentScript?.dataset["locales"] ?? "{}")
const chunk = (chunks as Readonly<Record<string, string | undefined>>)[locale]
if (chunk !== undefined) {
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.href = chunk
  document.head.append(link)
}
