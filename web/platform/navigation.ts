import type { Parser } from "wouter"
import { navigate, usePathname } from "wouter/use-browser-location"
import { queryAsksForFreeSite } from "#core/access/tier.ts"
import { isLayerOnTop, whenSettled } from "./history-layers.ts"
import { openingPlace } from "./opening-place.ts"

/** The router's way around the page. A window that stands above the page gives its place in the history to where it leads. */
export function usePageLocation(): [string, typeof navigate] {
  return [usePathname(), goTo]
}

/** Capitals count, as they do for the server: what it answers with 404 is no screen here either. */
export const parseRoute: Parser = (route) => {
  const keys: string[] = []
  // A route without a path is any address: wouter's "*".
  const path = route.replaceAll("*", ".*").replaceAll(/:(\w+)/g, (_, key: string) => {
    keys.push(key)
    return "([^/]+)"
  })
  // Linear: the routes are our own, and the parts of one share no character.
  return { pattern: new RegExp(`^${path}/?$`), keys }
}

/** Addresses keep asking for the free site where the page was opened so, and a reload does not change the tier. */
usePageLocation.hrefs = inSite

const goTo: typeof navigate = (to, options) => {
  whenSettled(() => navigate(inSite(String(to)), { ...options, replace: options?.replace === true || isLayerOnTop() }))
}

function inSite(href: string): string {
  if (!queryAsksForFreeSite(openingPlace.query) || !href.startsWith("/")) return href
  const [path = "", query = ""] = href.split("?", 2)
  if (queryAsksForFreeSite(query)) return href
  return `${path}?${query === "" ? "" : `${query}&`}site=gratuito`
}
