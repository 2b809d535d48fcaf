import { readUrl } from "../platform/browser/read-url.ts"

/** The web page or address a link leads to; undefined for every scheme but http, https and mailto, and for relative ones. */
export function safeLink(href: string): URL | undefined {
  const url = readUrl(href)
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? url : undefined
}

/**
 * Whether it takes a closer look to say that a link's text is honest: it says more than words, and is not the link itself. Few
 * links need the look, so what does it is fetched with the first of them (`link-host.ts`).
 */
export function needsLook(link: URL, text: string): boolean {
  if (link.username !== "" || link.password !== "" || link.hostname.includes("xn--")) return true
  if (text.length < 500 && plainWords.test(text) && text === text.normalize("NFKC")) return false
  return ![link.href, link.host].includes(text) && `${text}/` !== link.href
}

/** Plain words: letters by range, for among the others of their scripts some look like dots or like nothing. */
const plainWords = /^[ -"'-),\d;?a-zß-ɏḁ-ỿЀ-ѿء-يぁ-ゖァ-ヺ丷-鿿가-힣-]*$/i
