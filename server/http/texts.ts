import { createRequire } from "node:module"
import { isLocale, localeOfTag, type Texts, type LocaleCode } from "#core/i18n/locale.ts"
import { pt } from "#core/i18n/locales/pt.ts"

const load = createRequire(import.meta.url)
const known = new Map<LocaleCode, Texts>([["pt", pt]])

/** The texts for who asks: the first language of `Accept-Language` that is one of ours, else Portuguese. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const tags = (acceptLanguage ?? "").split(",", 20).map((range) => range.split(";")[0]?.trim() ?? "")
  const locale = tags.map(localeOfTag).find(isLocale) ?? "pt"
  return known.get(locale) ?? read(locale)
}

/** Each language is read when somebody first asks in it: together they would be a tenth of the server's memory. */
function read(locale: LocaleCode): Texts {
  const module = load(`../../core/i18n/locales/${locale}.ts`) as Readonly<Record<string, Texts>>
  const texts = module[locale] ?? pt
  known.set(locale, texts)
  return texts
}
