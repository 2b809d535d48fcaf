import { parseJson } from "#core/lib/fields.ts"

/** The browser's `localStorage`, which may be missing, full or forbidden: then values live until the page closes. */
const memory = new Map<string, string>()

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
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
