import { parseJson } from "#core/lib/fields.ts"

/**
 * The browser's `localStorage`, which may be missing, full or forbidden: then values live until the page closes. Each with the older value
 * that it stands over there; once that is another one, another tab has written since.
 */
const memory = new Map<string, { readonly value: string; readonly over: string | null }>()

// It may also have written in between, and put back what was there.
if ("addEventListener" in globalThis)
  addEventListener("storage", ({ key, newValue, storageArea }: StorageEvent) => {
    // The page tells itself, too, that it should read a key again.
    if (storageArea === null) return
    if (key === null) memory.clear()
    // A write that is told of late is the one that the value stands over.
    else if (memory.get(key)?.over !== newValue) memory.delete(key)
  })

export function readLocal(key: string): string | null {
  const stored = storedAt(key)
  const kept = memory.get(key)
  if (kept === undefined) return stored
  if (kept.over === stored) return kept.value
  memory.delete(key)
  return stored
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, { value, over: storedAt(key) })
  }
}

function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function removeLocal(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing can be stored, so nothing is there to remove.
  }
}

/** A stored JSON value; undefined when absent or damaged. */
export function readLocalJson(key: string): unknown {
  const text = readLocal(key)
  return text === null ? undefined : parseJson(text)
}

/** Calls back when another tab changes the key. Returns how to stop. */
export function onLocalChange(key: string, changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  window.addEventListener("storage", listener)
  return () => window.removeEventListener("storage", listener)
}
