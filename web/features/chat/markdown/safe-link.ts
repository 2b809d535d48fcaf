/** The web page or address a link leads to; undefined for every scheme but http, https and mailto, and for relative ones. */
export function safeLink(href: string): URL | undefined {
  const url = parseOrUndefined(href)
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url : undefined
}

/**
 * The host to show beside a link whose text would mislead: text that names another host than the link's, and every host
 * with letters beyond ASCII (they can be drawn exactly like others). Undefined when the text is honest.
 */
export function hostToShow(link: URL, text: string): string | undefined {
  if (link.protocol === "mailto:") return undefined
  if (link.hostname.split(".").some((label) => label.startsWith("xn--"))) return link.host
  const named = hostNamedIn(text)
  return named !== undefined && named !== bareHost(link.hostname) ? link.host : undefined
}

/** Marks that turn the reading direction around can make a link's text show another address than it holds. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(directionMarks, "")
}

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const hostLike = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}_-]+\.)+\p{L}{2,})(?=$|[:/?#\s])/iu

/** The host a text looks like ("https://banco.com.br/x", "www.banco.com.br"), without `www.`; undefined for other words. */
function hostNamedIn(text: string): string | undefined {
  const host = hostLike.exec(withoutDirectionMarks(text).trim())?.[1]
  return host === undefined ? undefined : bareHost(parseOrUndefined(`https://${host}`)?.hostname ?? host)
}

function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, "")
}

function parseOrUndefined(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}
