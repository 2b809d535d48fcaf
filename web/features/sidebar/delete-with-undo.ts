import { texts } from "../../platform/texts.ts"
import { deleteSession, restoreSession } from "../../state/conversation-store.ts"
import { showToast } from "../../ui/toast.tsx"

/** The specification's time for taking a deletion back. */
const undoMs = 5000

/** Takes a conversation off the list, and offers to bring it back. */
export function deleteWithUndo(sessionId: string): void {
  const t = texts().shell
  deleteSession(sessionId, undoMs)
  showToast({
    text: t.conversationDeleted,
    action: { text: t.undo, onClick: () => restoreSession(sessionId) },
    durationMs: undoMs,
  })
}
