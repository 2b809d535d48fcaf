import { loadFirstTexts, textsOf } from "./load-texts.ts"
import type { LocaleCode } from "./locale.ts"
import { laterChapters, type LaterChapter, type LaterTexts, type Texts } from "./texts.ts"

/** A chapter of a language's texts that the first load leaves out. */
export async function loadChapter<C extends LaterChapter>(code: LocaleCode, chapter: C): Promise<LaterTexts[C]> {
  return textsOf(await import(`./locales/${code}/${chapter}.ts`), code)
}

/** All texts of a language. */
export async function loadAllTexts(code: LocaleCode): Promise<Texts> {
  const later = await Promise.all(
    laterChapters.map(async (chapter) => [chapter, await loadChapter(code, chapter)] as const),
  )
  return { ...(await loadFirstTexts(code)), ...(Object.fromEntries(later) as LaterTexts) }
}
