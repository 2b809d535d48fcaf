import { createEmitter, useEmitter } from "../ui/emitter.ts"

/** What is written and not sent yet in the composer on the screen. */
const words = createEmitter({ sessionId: "", text: "" })

/** Tells those who look at what is being written; they look at their own pace. */
export function tellDraft(sessionId: string, text: string): void {
  words.set({ sessionId, text })
}

/** What is being written in a conversation; undefined where its composer is not on the screen. */
export function draftWords(sessionId: string): string | undefined {
  const now = words.get()
  return now.sessionId === sessionId ? now.text : undefined
}

export function useDraftWords(sessionId: string): string {
  const now = useEmitter(words)
  return now.sessionId === sessionId ? now.text : ""
}
