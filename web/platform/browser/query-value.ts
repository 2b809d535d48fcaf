import { useSyncExternalStore } from "react"
import { whenLeft, whenSettled } from "./history-layers.ts"
import { hrefOf, pagePath, pageSearch } from "./page-address.ts"

/**
 * A value in the address's query, and how to set it: a dialog that has an address of its own. Opening one is a step that Back
 * undoes; going from one to another, or closing, is none.
 */
export function useQueryValue(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const search = useSyncExternalStore(subscribe, pageSearch)
  const value = new URLSearchParams(search).get(name) ?? undefined
  const set = (next: string | undefined) => {
    if (next === value) return
    // A step back that is under way would be taken from the address that is set here.
    whenSettled(() => {
      const url = addressWith(name, next)
      // The router listens to these calls.
      if (value === undefined) history.pushState(history.state, "", url)
      else history.replaceState(history.state, "", url)
      // On a phone the window has an entry of its own above the one that opened it, which says still that it is open.
      if (next === undefined) whenLeft(() => history.replaceState(history.state, "", addressWith(name, undefined)))
    })
  }
  return [value, set]
}

function addressWith(name: string, value: string | undefined): string {
  const query = new URLSearchParams(pageSearch())
  if (value === undefined) query.delete(name)
  else query.set(name, value)
  const text = query.toString()
  return hrefOf(pagePath() + (text === "" ? "" : `?${text}`))
}

function subscribe(changed: () => void): () => void {
  const events = ["popstate", "pushState", "replaceState"]
  for (const event of events) addEventListener(event, changed)
  return () => {
    for (const event of events) removeEventListener(event, changed)
  }
}
