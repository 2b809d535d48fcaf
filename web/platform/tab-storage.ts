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
    // A reload then begins at the end of the chat.
  }
}
