import { useSyncExternalStore } from "react"
import { changeNothing, changePage, isLayerOnTop, whenSettled } from "./history-layers.ts"
import { entryWith } from "./history-entry.ts"
import { hrefOf, pagePath, pageSearch } from "./page-address.ts"

/**
 * A value in the address's query, and how to set it: a window that has an address of its own. Opening one is a step that Back
 * undoes; going from one to another, or closing, is none.
 */
export function useQueryValue(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const search = useSyncExternalStore(subscribe, pageSearch)
  return [valueIn(search, name), (next) => whenSettled(() => setValue(name, next))]
}

function valueIn(search: string, name: string): string | undefined {
  return new URLSearchParams(search).get(name) ?? undefined
}

function setValue(name: string, next: string | undefined): void {
  const before = valueIn(pageSearch(), name)
  if (next === before) return
  if (before === undefined) changeNothing()
  const query = new URLSearchParams(pageSearch())
  if (next === undefined) query.delete(name)
  else query.set(name, next)
  const text = query.toString()
  const url = hrefOf(pagePath() + (text === "" ? "" : `?${text}`))
  // The router listens to these calls.
  if (before !== undefined) {
    history.replaceState(history.state, "", url)
    // On a phone the window stands in an entry of its own. The step back from there leads to the one that opened it.
    if (next === undefined && isLayerOnTop()) changePage(() => setValue(name, undefined))
  } else if (isLayerOnTop()) {
    // A window that closes with this, such as a menu, gives its place in the history.
    history.replaceState(entryWith({ layer: undefined, from: undefined }), "", url)
  } else history.pushState(entryWith({ from: undefined }), "", url)
}

function subscribe(changed: () => void): () => void {
  const events = ["popstate", "pushState", "replaceState"]
  for (const event of events) addEventListener(event, changed)
  return () => {
    for (const event of events) removeEventListener(event, changed)
  }
}
