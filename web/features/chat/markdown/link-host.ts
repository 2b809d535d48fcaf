import { namedHosts } from "./named-hosts.ts"

/**
 * What to show beside a link whose text would mislead: text that names another host than the link's anywhere in it, a link
 * that hides its host behind a name and "@", and every host with letters beyond ASCII (they can be drawn exactly like
 * others). Undefined when the text is honest.
 */
export function hostToShow(link: URL, text: string): string | undefined {
  if (link.protocol === "mailto:") {
    const address = link.pathname.slice(0, longestShown)
    const at = address.lastIndexOf("@")
    return at !== -1 && namesOther(text, address.slice(at + 1).toLowerCase()) ? address : undefined
  }
  if (link.username !== "" || link.password !== "") return link.host
  if (link.hostname.split(".").some((label) => label.startsWith("xn--"))) return link.host
  return namesOther(text, link.hostname) ? link.host : undefined
}

/** Longest address that is shown, in UTF-16 units. */
const longestShown = 200

function namesOther(text: string, host: string): boolean {
  return namedHosts(text).some((named) => !isSameSite(asciiHost(named), bareHost(host)))
}

/** Names under which anybody may have a site: their neighbours are strangers. */
const shared = new Set(
  (
    "github.io gitlab.io vercel.app netlify.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com onrender.com " +
    "fly.dev blogspot.com wordpress.com wixsite.com weebly.com tumblr.com azurewebsites.net cloudfront.net amazonaws.com " +
    "googleusercontent.com appspot.com surge.sh glitch.me repl.co replit.app ngrok.io ngrok.app trycloudflare.com"
  ).split(" "),
)
/** Kinds of owners below a country: "com.br" belongs to nobody. */
const kinds = /^(?:[a-z]{1,3}|blog|info|gouv|gob|govt|school|ltda|adv|eng)$/

/** Two hosts of one owner: the same, or both below a name that somebody owns. */
function isSameSite(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one.split(".").reverse(), other.split(".").reverse()]
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  if (same < 2 || a.every((label) => /^\d+$/.test(label))) return false
  if (same > 2) return true
  const owner = `${a[1] ?? ""}.${a[0] ?? ""}`
  return !shared.has(owner) && !(a[0]?.length === 2 && kinds.test(a[1] ?? ""))
}

/** A host as an address has it; one that is none stays as it is written. */
function asciiHost(host: string): string {
  const isPlain = /^[a-z][a-z0-9.-]*$/.test(host)
  return bareHost(isPlain ? host : (parseOrUndefined(`https://${host}`)?.hostname ?? host))
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "")
}

function parseOrUndefined(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}
