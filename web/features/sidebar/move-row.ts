import { listConversations, sectionOf } from "#core/conversation/listing.ts"
import { conversationStore, dispatch } from "../../state/conversation-store.ts"
import { createEmitter } from "../../ui/emitter.ts"

/** Where the chat that was moved last stands in its part of the list, from 1. */
export const lastMove = createEmitter<{ readonly at: number; readonly of: number } | undefined>(undefined)

/** Moves a chat one place up (-1) or down (1) within its part of the list; the focus stays on it. */
export function moveRow(sessionId: string, step: -1 | 1): void {
  const section = sectionOf(listConversations(conversationStore.getState()), sessionId)
  const at = section.findIndex(({ id }) => id === sessionId)
  const beside = section[at + step]
  if (at !== -1 && beside !== undefined) {
    dispatch({ type: "session-moved", sessionId, side: step === -1 ? "before" : "after", besideId: beside.id })
    // A node that changes its place in the page loses the focus.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-chat="${sessionId}"]`)?.focus())
  }
  lastMove.set({ at: (beside === undefined ? at : at + step) + 1, of: section.length })
}
