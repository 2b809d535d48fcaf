import { screenAt } from "#core/screens/screens.ts"
import { type FrameEmbedders, frameHeaders } from "./frames.ts"
import { decodePart } from "./routes.ts"
import type { StaticSite } from "./static-site.ts"

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
export function answerFromSite(
  site: StaticSite,
  path: string,
  { acceptEncoding, ...embedders }: { readonly acceptEncoding: string } & FrameEmbedders,
): SiteAnswer | undefined {
  if (apiRoute.test(decodePart(path))) return undefined
  const file = site.file(path, acceptEncoding)
  if (file) return { status: 200, ...file, headers: { ...file.headers, ...frameHeaders(path, embedders) } }
  const page = site.page(acceptEncoding)
  return page && { status: screenAt(path) === undefined ? 404 : 200, ...page }
}
