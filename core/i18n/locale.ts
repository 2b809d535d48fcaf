/** The 19 languages by their codes, which are stored and therefore fixed. */
export const localeCodes = [
  "cn",
  "en",
  "pt",
  "tw",
  "jp",
  "ko",
  "id",
  "fr",
  "es",
  "it",
  "tr",
  "de",
  "vi",
  "ru",
  "cs",
  "no",
  "ar",
  "bn",
  "sk",
] as const
export type LocaleCode = (typeof localeCodes)[number]

/** Whether a stored or detected value is one of our codes. */
export function isLocale(code: unknown): code is LocaleCode {
  return (localeCodes as readonly unknown[]).includes(code)
}

/**
 * Chooses the interface language: the saved choice; else the first of the browser's languages (BCP 47 tags, in order of
 * preference) that is one of ours; else English. The region only distinguishes the two Chinese languages (0015).
 */
export function detectLocale(saved: string | null | undefined, browserLanguages: readonly string[]): LocaleCode {
  if (isLocale(saved)) return saved
  return browserLanguages.map(localeOfTag).find(isLocale) ?? "en"
}

/** Language subtags that differ from our codes. */
const codeOfLanguage: Readonly<Record<string, LocaleCode>> = { ja: "jp", nb: "no", nn: "no", in: "id" }

/** Our code for a BCP 47 tag (`pt-BR` → pt, `zh-Hant-HK` → tw); undefined for a language that is not among the 19. */
export function localeOfTag(tag: string): LocaleCode | undefined {
  const [language = "", ...rest] = tag.toLowerCase().split(/[-_]/)
  if (language === "zh") return isTraditionalChinese(rest) ? "tw" : "cn"
  const special = codeOfLanguage[language]
  if (special) return special
  // Codes that are not language subtags (cn, tw, jp) must not match the languages of that name (tw is Twi).
  const plain = localeCodes.find((code) => code === language)
  return plain === "cn" || plain === "tw" || plain === "jp" ? undefined : plain
}

function isTraditionalChinese(subtags: readonly string[]): boolean {
  if (subtags.includes("hans")) return false
  return subtags.some((subtag) => ["hant", "tw", "hk", "mo"].includes(subtag))
}

const tagOfCode: Readonly<Partial<Record<LocaleCode, string>>> = {
  cn: "zh-Hans",
  tw: "zh-Hant",
  jp: "ja",
  no: "nb",
  pt: "pt-BR",
}

/** The BCP 47 tag for `lang` attributes and `Intl` (cn → zh-Hans, tw → zh-Hant). */
export function languageTag(code: LocaleCode): string {
  return tagOfCode[code] ?? code
}

/** The text direction: right to left for Arabic. */
export function textDirection(code: LocaleCode): "ltr" | "rtl" {
  return code === "ar" ? "rtl" : "ltr"
}
