import { texts } from "../../../platform/texts.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { offerUndo } from "../../../ui/offer-undo.ts"

/** Takes a message out, and offers to bring it back to its place. */
export function deleteMessage(sessionId: string, messageId: string): void {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const index = messages.findIndex(({ id }) => id === messageId)
  const message = messages[index]
  if (message === undefined) return
  const deletion = { sessionId, index }
  deletions.push(deletion)
  dispatch({ type: "message-deleted", sessionId, messageId })
  offerUndo({
    text: texts().talk.deleted,
    onUndo: () => dispatch({ type: "message-restored", sessionId, message, index: takeBack(deletion) }),
  })
}

/** Where a message stood when it was deleted: after the deletions before it, before those that followed. */
interface Deletion {
  readonly sessionId: string
  index: number
}

/** Of this page, the oldest first; which of them is taken back first is its reader's choice. */
const deletions: Deletion[] = []

/** Where a deleted message belongs now. Those deleted after it learn that it is there again. */
function takeBack(deletion: Deletion): number {
  const at = deletions.indexOf(deletion)
  if (at === -1) return deletion.index
  deletions.splice(at, 1)
  let { index } = deletion
  for (const later of deletions.slice(at)) {
    if (later.sessionId !== deletion.sessionId) continue
    if (later.index < index) index -= 1
    else later.index += 1
  }
  return index
}
