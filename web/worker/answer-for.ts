import { screenAt } from "#core/screens/screens.ts"

/** The facts of a request that decide who answers it. */
export interface RequestFacts {
  readonly method: string
  readonly url: URL
  /** Of the page itself. */
  readonly origin: string
  /** Whether it opens a document in a tab; not one in a frame. */
  readonly opensPage: boolean
  readonly isAuthorized: boolean
}

/** `page`: the stored page. `file`: a stored file of the build, else the server's, which is then stored. */
export type Answerer = "page" | "file" | "network"

/** Files of the build that are no page: named by their content, except for those that the page and browsers know by name. */
const file =
  /^\/(assets|google-fonts)\/[\w.@-]+$|^\/((prompts|masks|plugins|plugins\/[\w-]+)\.json|manifest\.webmanifest|mask-icons\.svg|favicon\.(ico|svg)|apple-touch-icon\.png|icon-[\w-]+\.png)$/

/**
 * Decides who answers a request. Only a GET of the page or of one of its files is ever answered from what is stored; what
 * costs money, names a person or was written by others (`/api`, `/v1`, `/frames`, `/artifacts`) always goes to the server.
 */
export function answererOf({ method, url, origin, opensPage, isAuthorized }: RequestFacts): Answerer {
  if (method !== "GET" || isAuthorized || url.origin !== origin) return "network"
  const screen = screenAt(url.pathname)
  if (opensPage) return screen === undefined || screen === "artifact" ? "network" : "page"
  return file.test(url.pathname) && url.search === "" ? "file" : "network"
}

/** Whether a file carries a hash of its content in its name, so that one of any build is the right one. */
export function isNamedByContent(path: string): boolean {
  return /^\/(assets|google-fonts)\//.test(path)
}

const types: readonly (readonly [ending: RegExp, type: RegExp])[] = [
  [/^\/$/, /^text\/html\b/],
  [/\.js$/, /^(text|application)\/javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.json$/, /^application\/json\b/],
  [/\.webmanifest$/, /^application\/manifest\+json\b/],
  [/\.svg$/, /^image\/svg\+xml\b/],
  [/\.png$/, /^image\/png\b/],
  [/\.ico$/, /^image\//],
  [/\.woff2$/, /^font\/woff2\b/],
]

/** Whether a reply is what its path promises: a page of an error kept as a script would break the page for good. */
export function isWhole(path: string, { status, type, redirected, headers }: Response): boolean {
  const wanted = types.find(([ending]) => ending.test(path))?.[1]
  const is = headers.get("content-type") ?? ""
  return status === 200 && type === "basic" && !redirected && wanted !== undefined && wanted.test(is)
}
