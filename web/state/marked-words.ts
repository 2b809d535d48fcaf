import { createStore, useStore } from "zustand"

/** Words to mark in a message: it was opened from a search. */
export interface MarkedWords {
  readonly messageId: string
  /** Folded, as the search reads them. */
  readonly words: readonly string[]
}

const marked = createStore<{ readonly now: MarkedWords | undefined }>(() => ({ now: undefined }))

export function markWords(words: MarkedWords | undefined): void {
  marked.setState({ now: words })
}

export function useMarkedWords(): MarkedWords | undefined {
  return useStore(marked, ({ now }) => now)
}
