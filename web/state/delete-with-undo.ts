import { texts } from "../platform/texts.ts"
import { offerUndo, undoMs } from "../ui/offer-undo.ts"
import { deleteSession, purgeSession, restoreSession } from "./conversation-store.ts"

/** Takes a conversation off the list, and offers to bring it back. */
export function deleteWithUndo(sessionId: string): void {
  deleteSession(sessionId)
  const finalAt = Date.now() + undoMs
  let isUndone = false
  offerUndo({
    text: texts().shell.conversationDeleted,
    onUndo() {
      isUndone = true
      restoreSession(sessionId)
    },
    // Pointed at, the offer stands for longer. Replaced by another one, the deletion waits for its time all the same.
    onGone: () => {
      // Deleted once more, it has a time of its own.
      if (isUndone) return
      const leftMs = finalAt - Date.now()
      if (leftMs > 0) setTimeout(() => purgeSession(sessionId), leftMs)
      else purgeSession(sessionId)
    },
  })
}
