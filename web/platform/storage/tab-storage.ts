/** The browser's `sessionStorage`: what one tab remembers over its reloads. Missing or forbidden, nothing is remembered. */
export function readTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // No room: what was kept under it before is out of date, and worse than nothing.
    forgetTab(key)
  }
}

/** Forgets whatever is kept under keys that begin so. */
export function forgetTab(beginning: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(beginning)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
