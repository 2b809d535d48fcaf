let asked = false

/** Asks the browser, once, not to clear what is stored here when it needs room. It decides by itself, mostly without a word. */
export function persistStorage(): void {
  if (asked || !("storage" in navigator)) return
  asked = true
  navigator.storage.persist().catch(() => {})
}
