import type { Texts } from "#core/i18n/locale.ts"
import { en } from "#core/i18n/locales/en.ts"
import { pt } from "#core/i18n/locales/pt.ts"

/** The texts for who asks: the first language of `Accept-Language` that we write errors in, else Portuguese. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  for (const range of (acceptLanguage ?? "").split(",")) {
    const language = range.trim().slice(0, 2).toLowerCase()
    if (language === "pt") return pt
    if (language === "en") return en
  }
  return pt
}
