import { useSyncExternalStore } from "react"

/**
 * A value in the address's query, and how to set it: a dialog that has an address of its own. Opening one is a step that Back
 * undoes; going from one to another, or closing, is none.
 */
export function useQueryValue(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const value = new URLSearchParams(search).get(name) ?? undefined
  const set = (next: string | undefined) => {
    if (next === value) return
    const query = new URLSearchParams(location.search)
    if (next === undefined) query.delete(name)
    else query.set(name, next)
    const text = query.toString()
    const url = location.pathname + (text === "" ? "" : `?${text}`)
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
