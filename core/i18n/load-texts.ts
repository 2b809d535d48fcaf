import type { Texts, LocaleCode } from "./locale.ts"

/** One lazy chunk a language; a code without one is a type error. */
const loaders: Readonly<Record<LocaleCode, () => Promise<Texts>>> = {
  cn: async () => (await import("./locales/cn.ts")).cn,
  en: async () => (await import("./locales/en.ts")).en,
  pt: async () => (await import("./locales/pt.ts")).pt,
  tw: async () => (await import("./locales/tw.ts")).tw,
  jp: async () => (await import("./locales/jp.ts")).jp,
  ko: async () => (await import("./locales/ko.ts")).ko,
  id: async () => (await import("./locales/id.ts")).id,
  fr: async () => (await import("./locales/fr.ts")).fr,
  es: async () => (await import("./locales/es.ts")).es,
  it: async () => (await import("./locales/it.ts")).it,
  tr: async () => (await import("./locales/tr.ts")).tr,
  de: async () => (await import("./locales/de.ts")).de,
  vi: async () => (await import("./locales/vi.ts")).vi,
  ru: async () => (await import("./locales/ru.ts")).ru,
  cs: async () => (await import("./locales/cs.ts")).cs,
  no: async () => (await import("./locales/no.ts")).no,
  ar: async () => (await import("./locales/ar.ts")).ar,
  bn: async () => (await import("./locales/bn.ts")).bn,
  sk: async () => (await import("./locales/sk.ts")).sk,
}

/** The texts of a language, fetched when they are first needed. */
export function loadTexts(code: LocaleCode): Promise<Texts> {
  return loaders[code]()
}
