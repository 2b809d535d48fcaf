import { takeBack, type Deletion } from "#core/conversation/deletions.ts"
import { texts } from "../../../platform/language/texts.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { offerUndo } from "../../../ui/offer-undo.ts"

/** The deletions of this page, by session; the user may undo them in any order. */
const deletions = new Map<string, readonly Deletion[]>()

/** Takes a message out, and offers to bring it back to its place. */
export function deleteMessage(sessionId: string, messageId: string): void {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const index = messages.findIndex(({ id }) => id === messageId)
  const message = messages[index]
  if (message === undefined) return
  deletions.set(sessionId, [...(deletions.get(sessionId) ?? []), { messageId, index }])
  dispatch({ type: "message-deleted", sessionId, messageId })
  offerUndo({
    text: texts().talk.deleted,
    onUndo() {
      const back = takeBack(deletions.get(sessionId) ?? [], messageId)
      if (back === undefined) return
      deletions.set(sessionId, back.left)
      dispatch({ type: "message-restored", sessionId, message, index: back.index })
    },
  })
}
