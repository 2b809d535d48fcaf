import type { DataTexts } from "#core/i18n/load-data-texts.ts"
import { currentLocale } from "./language.ts"

let loaded: DataTexts | undefined

/** Fetches the texts about the stored data in the page's language; whoever shows them waits for it. */
export async function loadDataTexts(): Promise<void> {
  // Even the list of languages is more than the first load has room for.
  loaded ??= await (await import("#core/i18n/load-data-texts.ts")).loadDataTexts(currentLocale())
}

export function dataTexts(): DataTexts {
  if (loaded === undefined) throw new Error("texts about the stored data were asked for before they were loaded")
  return loaded
}
