import { forgetTab, readTab, writeTab } from "../platform/storage/tab-storage.ts"

const keys = "nk-draft:"
/** The key of a session's draft; no key is a prefix of another. */
const keyOf = (sessionId: string): string => `${keys}${sessionId}:`

/** The unsent text of this tab; undefined if it has written none since the conversation was opened. */
export function tabDraft(sessionId: string): string | undefined {
  return readTab(keyOf(sessionId))
}

export function keepTabDraft(sessionId: string, text: string): void {
  writeTab(keyOf(sessionId), text)
}

export function forgetTabDraft(sessionId: string): void {
  forgetTab(keyOf(sessionId))
}

export function forgetTabDrafts(): void {
  forgetTab(keys)
}
