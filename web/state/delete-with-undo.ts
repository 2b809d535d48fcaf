import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import { texts } from "../platform/language/texts.ts"
import { offerUndo } from "../ui/offer-undo.ts"
import { hasFiles, trayOf } from "./attachment-store.ts"
import { deleteSession, purgeSession, restoreSession } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"
import { leaveUnused } from "./drafts.ts"

/** Removes a conversation from the list and offers to undo that. */
export function deleteWithUndo(sessionId: string): void {
  deleteSession(sessionId)
  let isUndone = false
  offerUndo({
    text: texts().shell.conversationDeleted,
    onUndo() {
      isUndone = true
      bringBack(sessionId)
    },
    // If it is deleted once more, that deletion has its own time.
    onGone: () => {
      if (!isUndone) purgeSession(sessionId)
    },
  })
}

/** Removes the empty conversation that took the place of the last one, unless the user has begun to write in it. */
function bringBack(sessionId: string): void {
  const state = conversationStore.getState()
  const fresh = state.order.length === 1 ? selectCurrentSession(state) : undefined
  restoreSession(sessionId)
  if (fresh !== undefined && !hasFiles(trayOf(fresh.id))) void leaveUnused(fresh)
}
