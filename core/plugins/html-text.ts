import { decodeEntities } from "../lib/html-entities.ts"

/**
 * Elements whose content is no text of the page, with the beginning of the tag that ends each. The head is none of them: many
 * pages leave its end out, and all that has words in it is its title.
 */
const unseen: Readonly<Record<string, RegExp | undefined>> = {
  script: /<\/script\b/gi,
  style: /<\/style\b/gi,
  noscript: /<\/noscript\b/gi,
  template: /<\/template\b/gi,
  svg: /<\/svg\b/gi,
  title: /<\/title\b/gi,
  iframe: /<\/iframe\b/gi,
}
const breaking = /^\/?(p|div|br|li|tr|h[1-6]|ul|ol|table|section|article|header|footer|blockquote|pre|dd|dt)$/

/**
 * The text of a page. No browser reads it: its parser is a way in for scripts, and is not there in `core`. A page that is
 * broken yields broken text, never markup.
 */
export function textOfHtml(html: string): string {
  let text = ""
  let at = 0
  while (at < html.length) {
    const open = html.indexOf("<", at)
    text += html.slice(at, open === -1 ? html.length : open)
    if (open === -1) break
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 2)
      at = end === -1 ? html.length : end + 3
      continue
    }
    if (!/[a-z/!?]/i.test(html.charAt(open + 1))) {
      // "1 < 2" is no tag.
      text += "<"
      at = open + 1
      continue
    }
    const close = html.indexOf(">", open)
    if (close === -1) break
    const name = /^\/?[a-z][a-z0-9]{0,20}/i.exec(html.slice(open + 1, open + 30))?.[0].toLowerCase()
    at = close + 1
    if (name === undefined) continue
    const end = Object.hasOwn(unseen, name) ? unseen[name] : undefined
    const isClosed = name === "svg" && html.charAt(close - 1) === "/"
    if (end && !isClosed) at = indexFrom(html, end, at)
    else if (breaking.test(name)) text += "\n"
    else if (name === "td" || name === "/td" || name === "th") text += " "
  }
  return decodeEntities(text)
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

/** Where a pattern is found from a place on; the end where it is not. */
function indexFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}
