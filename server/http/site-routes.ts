import { frameHeaders } from "./frames.ts"
import { decodePart } from "./routes.ts"
import type { StaticSite } from "./static-site.ts"

/** The specification's routes, and our own statement: the only paths under which the page is served. */
const pageRoutes = [
  "/",
  "/chat",
  "/new-chat",
  "/masks",
  "/plugins",
  "/search-chat",
  "/settings",
  "/auth",
  "/sd",
  "/sd-new",
  "/logs",
  "/statement",
]
const artifactRoute = /^\/artifacts\/[\w-]{1,128}$/

/** Paths that speak JSON also when nothing is there, however a program misspells their slashes. */
const apiRoute = /^\/+(api|v1|healthz|readyz|metrics)(\/|%2f|$)/i

export interface SiteAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/**
 * Answers a GET or HEAD for the page or one of its files. A path that is neither is the app's own 404: the same page
 * with status 404. Undefined for paths of the interface, which have their own way of saying no.
 */
export function answerFromSite(site: StaticSite, path: string, acceptEncoding: string): SiteAnswer | undefined {
  if (apiRoute.test(decodePart(path))) return undefined
  const file = site.file(path, acceptEncoding)
  if (file) return { status: 200, ...file, headers: { ...file.headers, ...frameHeaders(path) } }
  // With a slash at its end an address leads to the same screen.
  const bare = path.replace(/(?<=.)\/$/, "")
  const isRoute = pageRoutes.includes(bare) || artifactRoute.test(bare)
  const page = site.page(acceptEncoding)
  return page && { status: isRoute ? 200 : 404, ...page }
}
