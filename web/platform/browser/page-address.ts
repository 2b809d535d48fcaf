/*
 * The address of the page, as its screens know it: a path, a query and perhaps a fragment. A build for an application lies on hosts
 * that know no paths, so all of it stands behind the hash there (`/#/chat?c=…`), and what is a fragment elsewhere (`#mask=…`,
 * `#par=…`) is a part of that query (0234). An ordinary build is left with the browser's own address.
 */
import { serverOrigin } from "../gateway/server-address.ts"

/** The address, to be read and changed; `showUrl` puts it back. Only what comes behind the host means something. */
export function pageUrl(): URL {
  return import.meta.env.PROSA_APP ? urlInHash(location.hash) : new URL(location.href)
}

export function pagePath(): string {
  return import.meta.env.PROSA_APP ? pageUrl().pathname : location.pathname
}

/** With its "?", like `location.search`. */
export function pageSearch(): string {
  return import.meta.env.PROSA_APP ? pageUrl().search : location.search
}

/** With its "#". */
export function pageHash(): string {
  return import.meta.env.PROSA_APP ? pageUrl().hash : location.hash
}

/** What a link to an address inside the page holds. */
export function hrefOf(address: string): string {
  return import.meta.env.PROSA_APP ? hashOf(address) : address
}

/** Shows an address of this page in the place of the current one. */
export function showUrl({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">): void {
  history.replaceState(history.state, "", hrefOf(pathname + search + hash))
}

/** An address inside the page that can be given to others. A shell's own address means nothing elsewhere, its server's does. */
export function publicAddress(address: string): string {
  if (!import.meta.env.PROSA_APP) return new URL(address, location.origin).href
  const isWeb = /^https?:$/.test(location.protocol)
  return isWeb ? location.href.replace(/#.*$/s, "") + hashOf(address) : serverOrigin() + address
}

/** Begins anew, at the chat. */
export function openAnew(): void {
  if (!import.meta.env.PROSA_APP) return location.assign("/")
  history.replaceState(null, "", "#/")
  location.reload()
}

/** Fragments that mean something, and what tells one from a value of the query of the same name. */
const fragments = { mask: /^[12]\./, par: /./ } as const

function urlInHash(hash: string): URL {
  const url = new URL(`http://page.invalid${/^#(\/.*)$/s.exec(hash)?.[1] ?? "/"}`)
  for (const [name, shape] of Object.entries(fragments)) {
    const value = url.searchParams.get(name)
    if (value === null || !shape.test(value)) continue
    url.searchParams.delete(name)
    url.hash = `${name}=${value}`
  }
  return url
}

function hashOf(address: string): string {
  const [, before = "", fragment] = /^([^#]*)#((?:mask|par)=.*)$/s.exec(address) ?? []
  if (fragment === undefined) return `#${address}`
  return `#${before}${before.includes("?") ? "&" : "?"}${fragment}`
}
