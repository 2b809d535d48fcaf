import type { LocaleCode } from "./locale.ts"
import type { pt } from "./locales/data/pt.ts"

export type DataTexts = typeof pt

/** Apart from the other texts: few readers ever delete everything, and the first load has no room for what few read. */
const loaders: Readonly<Record<LocaleCode, () => Promise<DataTexts>>> = {
  cn: async () => (await import("./locales/data/cn.ts")).cn,
  en: async () => (await import("./locales/data/en.ts")).en,
  pt: async () => (await import("./locales/data/pt.ts")).pt,
  tw: async () => (await import("./locales/data/tw.ts")).tw,
  jp: async () => (await import("./locales/data/jp.ts")).jp,
  ko: async () => (await import("./locales/data/ko.ts")).ko,
  id: async () => (await import("./locales/data/id.ts")).id,
  fr: async () => (await import("./locales/data/fr.ts")).fr,
  es: async () => (await import("./locales/data/es.ts")).es,
  it: async () => (await import("./locales/data/it.ts")).it,
  tr: async () => (await import("./locales/data/tr.ts")).tr,
  de: async () => (await import("./locales/data/de.ts")).de,
  vi: async () => (await import("./locales/data/vi.ts")).vi,
  ru: async () => (await import("./locales/data/ru.ts")).ru,
  cs: async () => (await import("./locales/data/cs.ts")).cs,
  no: async () => (await import("./locales/data/no.ts")).no,
  ar: async () => (await import("./locales/data/ar.ts")).ar,
  bn: async () => (await import("./locales/data/bn.ts")).bn,
  sk: async () => (await import("./locales/data/sk.ts")).sk,
}

/** The texts about the stored data of a language, fetched when they are first needed. */
export function loadDataTexts(code: LocaleCode): Promise<DataTexts> {
  return loaders[code]()
}
