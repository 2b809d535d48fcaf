import { forgetTab, readTab, writeTab } from "../platform/tab-storage.ts"

const keys = "nk-draft:"
/** No key is the beginning of another. */
const keyOf = (sessionId: string): string => `${keys}${sessionId}:`

/** What this tab has written in a conversation and not sent; undefined: nothing since it was opened. */
export function tabDraft(sessionId: string): string | undefined {
  return readTab(keyOf(sessionId))
}

export function keepTabDraft(sessionId: string, text: string): void {
  if (text === "") forgetTabDraft(sessionId)
  else writeTab(keyOf(sessionId), text)
}

export function forgetTabDraft(sessionId: string): void {
  forgetTab(keyOf(sessionId))
}

export function forgetTabDrafts(): void {
  forgetTab(keys)
}
