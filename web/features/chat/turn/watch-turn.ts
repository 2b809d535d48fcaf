import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"

/** The edge where a bug of ours is caught: the answer is closed with the part that arrived, and the bug is reported. */
export async function watchTurn(sessionId: string, turn: Promise<unknown>): Promise<void> {
  try {
    await turn
  } catch (bug) {
    const open = selectAnswering(conversationStore.getState(), sessionId)
    if (open && open.id in conversationStore.getState().live) {
      dispatch({ type: "answer-interrupted", sessionId, messageId: open.id })
    }
    reportError(bug)
  }
}
