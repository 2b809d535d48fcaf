import { parseJson } from "#core/lib/fields.ts"
import type { StoredChange } from "./conversation-storage.ts"

/*
 * A page that leaves cannot wait for its database, and the browser may end a transaction that has not begun by then. What was
 * noted is therefore put into `localStorage` too, which takes it at once, and taken away when the database has it.
 */

const beginning = "nk-left:"
let made = 0
let isOver = false

/** Everything was deleted: what this page still holds is not to come back. */
export function endLocalNotes(): void {
  isOver = true
}

/** Puts a change down. Returns how to take it away again; where there is no room the database alone has it. */
export function noteLocally(change: StoredChange, madeAt: number): () => void {
  if (isOver) return () => {}
  const key = `${beginning}${madeAt}:${made++}:${Math.random().toString(36).slice(2)}`
  try {
    localStorage.setItem(key, JSON.stringify({ madeAt, change }))
  } catch {
    return () => {}
  }
  return () => forgetLocally(key)
}

export function forgetLocally(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing may be stored, so nothing is.
  }
}

/** What pages put down as they left, the earliest first. `entry` is not looked at yet. */
export function localNotes(): readonly { readonly key: string; readonly entry: unknown }[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(beginning))
    return keys.toSorted().map((key) => ({ key, entry: entryUnder(key) }))
  } catch {
    return []
  }
}

/** The entry under a key; a damaged one as it is stored, because the user is told of it. */
function entryUnder(key: string): unknown {
  const text = localStorage.getItem(key)
  return parseJson(text ?? "null") ?? text
}
