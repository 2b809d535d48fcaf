import { useSyncExternalStore } from "react"
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
    const query = new URLSearchParams(pageSearch())
    if (next === undefined) query.delete(name)
    else query.set(name, next)
    const text = query.toString()
    const url = hrefOf(pagePath() + (text === "" ? "" : `?${text}`))
    // The router listens to these calls.
    if (value === undefined) history.pushState(history.state, "", url)
    else history.replaceState(history.state, "", url)
  }
  return [value, set]
}

function subscribe(changed: () => void): () => void {
  const events = ["popstate", "pushState", "replaceState"]
  for (const event of events) addEventListener(event, changed)
  return () => {
    for (const event of events) removeEventListener(event, changed)
  }
}
