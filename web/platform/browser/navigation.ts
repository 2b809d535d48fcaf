import { navigate, useLocationProperty } from "wouter/use-browser-location"
import { queryAsksForFreeSite } from "#core/access/shown-tier.ts"
import { entryFact, entryWith } from "./history-entry.ts"
import { changePage, isLayerOnTop, stepBack, stepDownToOwed, whenSettled } from "./history-layers.ts"
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

/** Where an address leads. */
export interface Place {
  readonly href: string
  /** The conversation that is shown there, where the address does not name it. */
  readonly conversation?: string | undefined
}

let meaningOf = (to: string): Place => ({ href: to })

/** `meaning` says where an address leads that does not say so itself. */
export function whatAddressesMean(meaning: (to: string) => Place): void {
  meaningOf = meaning
}

/** Goes to an address; the step back leads from there to where the page is now, unless it is there already. */
export const goTo: typeof navigate = (to, options) => {
  whenSettled(() => {
    if (stepDownToOwed()) return goTo(to, options)
    const { href: meant, conversation } = meaningOf(String(to))
    const href = inSite(meant)
    const here = pagePath() + pageSearch()
    const go = (replace: boolean, from: string | undefined) => {
      const state = entryWith({ layer: undefined, conversation, from })
      navigate(hrefOf(href), { state, replace })
    }
    const stay = () => go(true, entryFact("from"))
    if (options?.replace) stay()
    else if (nameOf(href) === nameOf(here) && conversation === entryFact("conversation")) changePage(stay)
    // A window above the page gives its place to what is opened from it.
    else go(isLayerOnTop(), nameOf(here))
  })
}

/** Goes a step back, where that leads to this address; false where it leads elsewhere. */
export function goBackTo(to: string): boolean {
  const from = entryFact("from")
  if (from === undefined || from !== nameOf(inSite(meaningOf(to).href))) return false
  whenSettled(() => stepBack(1))
  return true
}

/** The chat has two addresses before something is said in it. */
function nameOf(href: string): string {
  return href.replace(/^\/(?=$|\?)/, "/chat")
}

function inSite(href: string): string {
  if (!queryAsksForFreeSite(entryPlace.query) || !href.startsWith("/")) return href
  const [path = "", query = ""] = href.split("?", 2)
  if (queryAsksForFreeSite(query)) return href
  return `${path}?${query === "" ? "" : `${query}&`}site=gratuito`
}
