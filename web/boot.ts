/** Runs before the first paint, as a classic script in the head: old addresses, theme, language, an early start for that language's texts, and a field to write in. */
import { defineEarlyField, type EarlyTexts } from "./platform/early-field.ts"
import { followHashLink } from "./platform/hash-links.ts"
import { applyLocale, currentLocale } from "./platform/language.ts"
import { applyTheme, savedTheme } from "./platform/theme.ts"

followHashLink()
const locale = currentLocale()
applyTheme(savedTheme())
applyLocale(locale)

/** What the build tells of each language: where its texts are, and the few that are needed before them. */
interface EarlyLocale extends EarlyTexts {
  readonly chunk: string
}

const locales = JSON.parse(document.currentScript?.dataset["locales"] ?? "{}") as Readonly<Record<string, EarlyLocale>>
const early = locales[locale]
if (early !== undefined) {
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.href = early.chunk
  document.head.append(link)
  defineEarlyField(early)
}
