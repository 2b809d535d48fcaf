import { texts } from "../platform/texts.ts"
import { showToast } from "../ui/toast.tsx"
import { deleteSession, purgeSession, restoreSession } from "./conversation-store.ts"

/** The specification's time for taking a deletion back, in ms. */
const undoMs = 5_000

/** Takes a conversation off the list, and offers to bring it back. */
export function deleteWithUndo(sessionId: string): void {
  const t = texts().shell
  deleteSession(sessionId)
  const finalAt = Date.now() + undoMs
  let isUndone = false
  showToast({
    text: t.conversationDeleted,
    action: {
      text: t.undo,
      onClick: () => {
        isUndone = true
        restoreSession(sessionId)
      },
    },
    durationMs: undoMs,
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
