import { listConversations, sectionOf } from "#core/conversation/listing.ts"
import { recoverFocus } from "../../state/composer-focus.ts"
import { conversationStore, dispatch } from "../../state/conversation-store.ts"
import { createEmitter } from "../../ui/emitter.ts"

interface Move {
  /** Where the chat stands in its part of the list, from 1. */
  readonly at: number
  readonly of: number
  /** Counts the moves: at the end of the list, the next one says the same once more. */
  readonly nth: number
}

export const lastMove = createEmitter<Move | undefined>(undefined)

/** Moves a chat one place up (-1) or down (1) within its part of the list; the focus stays on it. */
export function moveRow(sessionId: string, step: -1 | 1): void {
  const section = sectionOf(listConversations(conversationStore.getState()), sessionId)
  const at = section.findIndex(({ id }) => id === sessionId)
  const beside = section[at + step]
  if (at !== -1 && beside !== undefined) {
    dispatch({ type: "session-moved", sessionId, side: step === -1 ? "before" : "after", besideId: beside.id })
  }
  focusRow(sessionId)
  const nth = (lastMove.get()?.nth ?? 0) + 1
  lastMove.set({ at: (beside === undefined ? at : at + step) + 1, of: section.length, nth })
}

/** Puts a chat into a folder, or out of all; the focus goes along. */
export function fileRow(sessionId: string, folderId: string | undefined): void {
  dispatch({ type: "session-filed", sessionId, folderId })
  focusRow(sessionId)
}

/** A node that changes its place in the page loses the focus. In a folder that is shut, its row is not there. */
function focusRow(sessionId: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-chat="${CSS.escape(sessionId)}"]`)
    if (row) row.focus()
    else recoverFocus()
  })
}
