import { texts } from "../../../platform/language/texts.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { offerUndo } from "../../../ui/offer-undo.ts"

/** From here on nothing said so far is sent along; offers to take that back. */
export function clearContext(sessionId: string): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined || session.messageCount === 0) return
  const { clearContextIndex } = session
  if (clearContextIndex === session.messageCount) return
  dispatch({ type: "context-cleared", sessionId })
  const t = texts().talk
  const end = offerUndo({
    text: t.contextCleared,
    action: t.contextRestore,
    onUndo: () => dispatch({ type: "context-restored", sessionId, clearContextIndex }),
    onGone: () => stay(),
  })
  // It speaks of the open conversation, and does not follow into another; the line in the conversation offers the same.
  const stay = conversationStore.subscribe(({ currentId }) => {
    if (currentId !== sessionId) end()
  })
}
