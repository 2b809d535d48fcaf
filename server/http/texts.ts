import { createRequire } from "node:module"
import { parseAccept } from "hono/utils/accept"
import { isLocale, localeOfTag, type Texts, type LocaleCode } from "#core/i18n/locale.ts"
import { pt } from "#core/i18n/locales/pt.ts"

const load = createRequire(import.meta.url)
const known = new Map<LocaleCode, Texts>([["pt", pt]])

/** The texts for who asks: the language of `Accept-Language` they like best among ours, else Portuguese. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const ranges = parseAccept(acceptLanguage ?? "").filter(({ q }) => q > 0)
  const locale = ranges.map(({ type }) => localeOfTag(type)).find(isLocale) ?? "pt"
  return known.get(locale) ?? read(locale)
}

/** Each language is read when somebody first asks in it: together they would be a tenth of the server's memory. */
function read(locale: LocaleCode): Texts {
  const module = load(`../../core/i18n/locales/${locale}.ts`) as Readonly<Record<string, Texts>>
  const texts = module[locale] ?? pt
  known.set(locale, texts)
  return texts
}
