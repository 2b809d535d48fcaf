import type { Texts, LocaleCode } from "#core/i18n/locale.ts"
import { loadTexts as load } from "#core/i18n/load-texts.ts"

let loaded: Texts | undefined

/** Fetches one language's texts. The page mounts after this, and a change of language reloads the page. */
export async function loadTexts(locale: LocaleCode): Promise<void> {
  loaded = await load(locale)
}

/** The interface's texts in the page's language. */
export function texts(): Texts {
  if (loaded === undefined) throw new Error("texts were asked for before they were loaded")
  return loaded
}
