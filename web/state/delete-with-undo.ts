import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import { texts } from "../platform/texts.ts"
import { offerUndo } from "../ui/offer-undo.ts"
import { hasFiles, trayOf } from "./attachment-store.ts"
import { conversationStore, deleteSession, purgeSession, restoreSession } from "./conversation-store.ts"
import { leaveUnused } from "./drafts.ts"

/** Takes a conversation off the list, and offers to bring it back. */
export function deleteWithUndo(sessionId: string): void {
  deleteSession(sessionId)
  let isUndone = false
  offerUndo({
    text: texts().shell.conversationDeleted,
    onUndo() {
      isUndone = true
      bringBack(sessionId)
    },
    // Deleted once more, it has a time of its own.
    onGone: () => {
      if (!isUndone) purgeSession(sessionId)
    },
  })
}

/** The fresh one that deleting the last left goes again, unless somebody began to write in it. */
function bringBack(sessionId: string): void {
  const state = conversationStore.getState()
  const fresh = state.order.length === 1 ? selectCurrentSession(state) : undefined
  restoreSession(sessionId)
  if (fresh !== undefined && !hasFiles(trayOf(fresh.id))) void leaveUnused(fresh)
}
