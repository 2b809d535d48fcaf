/** The web page or address a link leads to; undefined for every scheme but http, https and mailto, and for relative ones. */
export function safeLink(href: string): URL | undefined {
  const url = parseOrUndefined(href)
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url : undefined
}

/**
 * Whether it takes a closer look to say that a link's text is honest: it says more than words, and is not the link itself. Few
 * links need the look, so what does it is fetched with the first of them (`link-host.ts`).
 */
export function needsLook(link: URL, text: string): boolean {
  if (link.username !== "" || link.password !== "" || link.hostname.includes("xn--")) return true
  // One letter of Lisu looks like a dot.
  if (/^(?:(?!\ua4f8)[\p{L}\p{N} ,;!?'"()-])*$/u.test(text) && text.length < 500 && text === text.normalize("NFKC"))
    return false
  const spelt = link.href.replace(/\/$/, "")
  return !(text === link.href || text === spelt || text === link.host)
}

/** Marks that turn the reading direction around can make a link's text show another address than it holds. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(directionMarks, "")
}

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function parseOrUndefined(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}
