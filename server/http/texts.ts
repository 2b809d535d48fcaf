import { createRequire } from "node:module"
import { parseAccept } from "hono/utils/accept"
import { textsOf } from "#core/i18n/load-texts.ts"
import { isLocale, localeOfTag, type LocaleCode } from "#core/i18n/locale.ts"
import { laterChapters, type LaterTexts } from "#core/i18n/texts.ts"

const load = createRequire(import.meta.url)
const known = new Map<LocaleCode, LaterTexts>()

/** The texts for who asks: the language of `Accept-Language` they like best among ours, else Portuguese. */
export function textsFor(acceptLanguage: string | undefined): LaterTexts {
  const locale = localeFor(acceptLanguage)
  const texts = known.get(locale) ?? textsIn(locale)
  known.set(locale, texts)
  return texts
}

/** Characters of `Accept-Language` that are read: browsers send fewer, and every refusal reads them. */
const mostRead = 200

/** The language of ours that somebody likes best, else Portuguese. */
export function localeFor(acceptLanguage: string | undefined): LocaleCode {
  const ranges = parseAccept((acceptLanguage ?? "").slice(0, mostRead)).filter(({ q }) => q > 0)
  return ranges.map(({ type }) => localeOfTag(type)).find(isLocale) ?? "pt"
}

/** Each chapter is read when it is first needed: all of them would be a tenth of the server's memory. */
function textsIn(locale: LocaleCode): LaterTexts {
  const read = (chapter: string) => textsOf(load(`../../core/i18n/locales/${locale}/${chapter}.ts`), locale)
  const chapters = laterChapters.map((chapter) => [chapter, { get: () => read(chapter) }] as const)
  return Object.defineProperties({}, Object.fromEntries(chapters)) as LaterTexts
}
