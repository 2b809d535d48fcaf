import { detectLocale, languageTag, textDirection, type LocaleCode } from "#core/i18n/locale.ts"
import { readLocal, writeLocal } from "../storage/local-storage.ts"

const key = "lang"

/** The language this page speaks: the saved choice, else the browser's. */
export function currentLocale(): LocaleCode {
  return detectLocale(readLocal(key), navigator.languages)
}

/** Names the page's language and direction, for fonts, screen readers and logical properties. */
export function applyLocale(locale: LocaleCode): void {
  document.documentElement.lang = languageTag(locale)
  document.documentElement.dir = textDirection(locale)
}

/** Stores the chosen language and reloads the page in it. */
export function changeLocale(locale: LocaleCode): void {
  writeLocal(key, locale)
  location.reload()
}

/** A language by its own name, as one looks for it in a list: "Português (Brasil)", "English". */
export function languageName(locale: LocaleCode): { readonly text: string; readonly lang: string } {
  const lang = languageTag(locale)
  // Intl has the country's name for Indonesian, where a reader looks for the language's.
  const name =
    locale === "id" ? "Bahasa Indonesia" : (new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang)
  return { text: name.charAt(0).toLocaleUpperCase(lang) + name.slice(1), lang }
}
