import type { LocaleCode } from "./locale.ts"
import type { FirstTexts } from "./texts.ts"

/** The texts for the page's first paint in a language: one file, which the bundler makes of its chapters. */
export async function loadFirstTexts(code: LocaleCode): Promise<FirstTexts> {
  return textsOf(await import(`./locales/${code}/first.ts`), code)
}

/** A file of texts exports them by the code of their language. */
export function textsOf<T>(module: unknown, code: LocaleCode): T {
  const texts = (module as Partial<Readonly<Record<string, T>>>)[code]
  if (texts === undefined) throw new Error(`a file of texts has none in ${code}`)
  return texts
}
