import { screenAt } from "#core/screens/screens.ts"
import { artifactFrame, type FrameEmbedders, frameHeaders } from "./frames.ts"
import { decodePart } from "./routes.ts"
import type { StaticSite } from "./static-site.ts"

/** Paths that speak JSON also when nothing is there, however a program misspells their slashes. */
const apiRoute = /^\/+(api|v1|healthz|readyz|metrics)(\/|%2f|$)/i

export interface SiteAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export interface SiteRequest extends FrameEmbedders {
  readonly acceptEncoding: string
  /** What the browser wants it for (`Sec-Fetch-Dest`); absent where it does not say so. */
  readonly fetchDest?: string | undefined
}

/**
 * Answers a GET or HEAD for the page or one of its files. A path that is neither is the app's own 404: the same page
 * with status 404. Undefined for paths of the interface, which have their own way of saying no.
 */
export function answerFromSite(
  site: StaticSite,
  path: string,
  { acceptEncoding, fetchDest, ...embedders }: SiteRequest,
): SiteAnswer | undefined {
  if (apiRoute.test(decodePart(path))) return undefined
  if (path === artifactFrame) return answerFrame(site, path, { acceptEncoding, fetchDest, ...embedders })
  const file = site.file(path, acceptEncoding)
  if (file) return { status: 200, ...file, headers: { ...file.headers, ...frameHeaders(path, embedders) } }
  const page = site.page(acceptEncoding)
  const screen = screenAt(path)
  if (page === undefined || screen !== "artifact") return page && { status: screen === undefined ? 404 : 200, ...page }
  // What somebody shared with whoever has the link is not for search engines.
  return { ...page, status: 200, headers: { ...page.headers, "x-robots-tag": "noindex, nofollow" } }
}

/** The frame of pages that models make, for a frame alone: in a tab of its own it would stand under our address (0142). */
function answerFrame(
  site: StaticSite,
  path: string,
  { acceptEncoding, fetchDest = "iframe", ...embedders }: SiteRequest,
): SiteAnswer | undefined {
  const file = fetchDest === "iframe" ? site.file(path, acceptEncoding) : undefined
  const answer = file ?? site.page(acceptEncoding)
  if (answer === undefined) return undefined
  const headers = { ...answer.headers, ...(file && frameHeaders(path, embedders)) }
  return { ...answer, status: file ? 200 : 404, headers: { ...headers, vary: "accept-encoding, sec-fetch-dest" } }
}
