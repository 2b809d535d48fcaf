import { texts } from "../../../platform/texts.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { showToast } from "../../../ui/toast.tsx"

/** The specification's time for taking something back. */
const undoMs = 5_000

/** From here on nothing said so far is sent along; offers to take that back. */
export function clearContext(sessionId: string): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined || session.messageCount === 0) return
  const { clearContextIndex } = session
  if (clearContextIndex === session.messageCount) return
  dispatch({ type: "context-cleared", sessionId })
  const t = texts().talk
  showToast({
    text: t.contextCleared,
    action: {
      text: t.contextRestore,
      onClick: () => dispatch({ type: "context-restored", sessionId, clearContextIndex }),
    },
    durationMs: undoMs,
  })
}
