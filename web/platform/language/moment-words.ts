import { languageTag } from "#core/i18n/locale.ts"
import { currentLocale } from "./language.ts"

/** A day and an hour as one writes them into a text; `time` in epoch milliseconds. */
export function momentWords(time: number): { readonly date: string; readonly time: string } {
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(currentLocale()), options).format(time)
  return {
    date: words({ day: "2-digit", month: "2-digit", year: "numeric" }),
    time: words({ timeStyle: "short" }),
  }
}
