import type { Page } from "@playwright/test"
import { loadAllTexts as loadTexts } from "#core/i18n/load-chapter.ts"
import type { Texts } from "#core/i18n/texts.ts"

/** Reviewed: words that are the same in another language, names, and words that are English everywhere on purpose. */
const sameElsewhere: ReadonlySet<string> = new Set([
  "Prosa",
  "Premium",
  "Plugins",
  "Plugin",
  "Prompt",
  "Prompts",
  "Chat",
  "OK",
  "Upstash",
  "WebDAV",
  "OpenAI-TTS",
  "Edge",
  "Azure",
  "Proxy",
  "Logs",
  "Normal",
  "Standard",
  "Total",
  "Modelo",
  "Idioma",
  "Tema",
  "Claro",
  "Memoria",
  "Avatar",
  "HD",
])

/** Every plain text of a language, whatever part of the page it stands on. */
function plainTexts(part: unknown): readonly string[] {
  if (typeof part === "string") return [part]
  if (typeof part !== "object" || part === null) return []
  return Object.values(part).flatMap(plainTexts)
}

/** All texts of the page, visible or for screen readers: texts, names, hints. */
export function saidOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const said: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, style, noscript, option[lang]")) continue
      said.push(node.textContent ?? "")
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(element.getAttribute(name) ?? "")
    }
    return [...new Set([document.title, ...said].map((text) => text.trim()).filter((text) => text.length > 2))]
  })
}

/** The texts that another language has in their place: the Portuguese and the English ones that are not its own. */
export async function foreignTo(texts: Texts): Promise<ReadonlySet<string>> {
  const own = new Set(plainTexts(texts))
  const others = [...plainTexts(await loadTexts("pt")), ...plainTexts(await loadTexts("en"))]
  return new Set(others.filter((text) => text.length > 2 && !own.has(text) && !sameElsewhere.has(text)))
}
