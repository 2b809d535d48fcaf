import type { Texts, WrittenLocale } from "./locale.ts"

/** One lazy chunk a language; a code that is written but not loaded here is a type error. */
const loaders: Readonly<Record<WrittenLocale, () => Promise<Texts>>> = {
  pt: async () => (await import("./locales/pt.ts")).pt,
  en: async () => (await import("./locales/en.ts")).en,
}

export function loadTexts(code: WrittenLocale): Promise<Texts> {
  return loaders[code]()
}
