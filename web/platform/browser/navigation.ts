import { navigate, useLocationProperty } from "wouter/use-browser-location"
import { queryAsksForFreeSite } from "#core/access/shown-tier.ts"
import { isLayerOnTop, whenSettled } from "./history-layers.ts"
import { entryPlace } from "./entry-url.ts"
import { hrefOf, pagePath, pageSearch } from "./page-address.ts"

/** The router's way around the page. A window that stands above the page gives its place in the history to where it leads. */
export function usePageLocation(): [string, typeof navigate] {
  return [useLocationProperty(pagePath), goTo]
}

/** Addresses keep asking for the free site where the page was opened so, and a reload does not change the tier. */
usePageLocation.hrefs = import.meta.env.PROSA_APP ? (href: string) => hrefOf(inSite(href)) : inSite
if (import.meta.env.PROSA_APP) Object.assign(usePageLocation, { searchHook: usePageSearch })

function usePageSearch(): string {
  return useLocationProperty(pageSearch)
}

/** Goes to an address; the step back leads from there to where the page is now, unless it is there already. */
export const goTo: typeof navigate = (to, options) => {
  whenSettled(() => {
    const href = inSite(String(to))
    const isHere = href === pagePath() + pageSearch()
    navigate(hrefOf(href), { ...options, replace: options?.replace === true || isLayerOnTop() || isHere })
  })
}

function inSite(href: string): string {
  if (!queryAsksForFreeSite(entryPlace.query) || !href.startsWith("/")) return href
  const [path = "", query = ""] = href.split("?", 2)
  if (queryAsksForFreeSite(query)) return href
  return `${path}?${query === "" ? "" : `${query}&`}site=gratuito`
}
