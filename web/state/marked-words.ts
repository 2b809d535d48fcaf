import { createStore, useStore } from "zustand"

/** Words to highlight in a message that was opened from a search. */
export interface MarkedWords {
  readonly messageId: string
  /** Folded like the words of the search. */
  readonly words: readonly string[]
}

const marked = createStore<{ readonly now: MarkedWords | undefined }>(() => ({ now: undefined }))

export function markWords(words: MarkedWords | undefined): void {
  marked.setState({ now: words })
}

export function useMarkedWords(): MarkedWords | undefined {
  return useStore(marked, ({ now }) => now)
}
