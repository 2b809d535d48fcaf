import { loadFirstTexts } from "#core/i18n/load-texts.ts"
import type { LocaleCode } from "#core/i18n/locale.ts"
import type { FirstTexts, LaterChapter, LaterTexts } from "#core/i18n/texts.ts"
import { currentLocale } from "./language.ts"

let first: FirstTexts | undefined
let later: Partial<LaterTexts> = {}

/** How long to wait before each further try to fetch the first texts, in ms; the last one again and again. */
const pausesMs = [1_000, 2_000, 5_000] as const

/**
 * Fetches the texts of the first paint, as often as it takes: without them there is no page that could say what is missing. The
 * page mounts after this, and a change of language reloads the page.
 */
export async function loadTexts(locale: LocaleCode): Promise<void> {
  for (let tries = 0; first === undefined; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    first = await loadFirstTexts(locale).catch(() => pause(pausesMs[tries] ?? pausesMs[2]))
  }
}

/** Resolves after a while, and at once when the connection is back. */
function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    addEventListener("online", () => resolve(undefined), { once: true })
  })
}

/** The texts in the page's language that need no waiting. */
export function texts(): FirstTexts {
  if (first === undefined) throw new Error("texts were asked for before they were loaded")
  return first
}

/** Fetches chapters of texts; rejects where the connection is lost. */
export async function loadChapters(...chapters: readonly LaterChapter[]): Promise<void> {
  const missing = chapters.filter((chapter) => later[chapter] === undefined)
  if (missing.length === 0) return
  // Even the list of languages and chapters is more than the first load has room for.
  const { loadChapter } = await import("#core/i18n/load-chapter.ts")
  const found = await Promise.all(
    missing.map(async (chapter) => [chapter, await loadChapter(currentLocale(), chapter)] as const),
  )
  later = { ...later, ...Object.fromEntries(found) }
}

/** A part of the page that is fetched together with the chapters of texts that it shows. */
export async function withChapters<Part>(part: Promise<Part>, ...chapters: readonly LaterChapter[]): Promise<Part> {
  const [loaded] = await Promise.all([part, loadChapters(...chapters)])
  return loaded
}

/** A chapter that has been loaded: by `withChapters` around the import of the part that shows it. */
export function chapterTexts<C extends LaterChapter>(name: C): LaterTexts[C] {
  const found = later[name]
  if (found === undefined) throw new Error(`the texts of ${name} were asked for before they were loaded`)
  return found
}
