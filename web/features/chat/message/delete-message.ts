import { takeBack, type Deletion } from "#core/conversation/deletions.ts"
import type { Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/language/texts.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { offerUndo } from "../../../ui/offer-undo.ts"
import { stopTrying, waitAgain } from "../turn/queue.ts"
import { waiting } from "../turn/waiting-list.ts"

/** The deletions of this page, by session; the user may undo them in any order. */
const deletions = new Map<string, readonly Deletion[]>()

/** Takes a message out, and offers to bring it back to its place. */
export function deleteMessage(sessionId: string, messageId: string): void {
  const onUndo = removeMessage(sessionId, messageId)
  if (onUndo) offerUndo({ text: texts().talk.deleted, onUndo })
}

/** Takes a message out; a question that waits for a connection is not sent any more. Returns how to bring it back. */
export function removeMessage(sessionId: string, messageId: string): (() => void) | undefined {
  const index = messagesOf(sessionId).findIndex(({ id }) => id === messageId)
  if (index === -1) return undefined
  const following = messagesOf(sessionId)[index + 1]
  const isTried = following !== undefined && isBeingTried(following)
  if (isTried) stopTrying(sessionId, following)
  const [message, answer] = messagesOf(sessionId).slice(index)
  if (message === undefined) return undefined
  if (message.role !== "user" || !answer?.queued) return takeOut(sessionId, message)
  // A run that had begun is over, and soon erased: whoever takes the deletion back asks anew. One that no reply named may go on.
  const back = isTried && following.runId !== undefined ? underNewKey(answer) : answer
  const answerIsBack = answer.versions === undefined ? takeOut(sessionId, back) : withdraw(sessionId, back)
  const questionIsBack = takeOut(sessionId, message)
  return () => {
    questionIsBack()
    answerIsBack()
    waitAgain({ sessionId, questionId: messageId, answerId: answer.id })
  }
}

/** The question of such an answer waits as well, though the answer does not say so just now. */
function isBeingTried({ id, streaming }: Message): boolean {
  return streaming === true && waiting().some(({ answerId }) => answerId === id)
}

function underNewKey({ runId: _over, ...answer }: Message): Message {
  return { ...answer, idempotencyKey: newId() }
}

/** Deletes a message. Returns how to bring it back. */
function takeOut(sessionId: string, message: Message): () => void {
  const index = messagesOf(sessionId).findIndex(({ id }) => id === message.id)
  deletions.set(sessionId, [...(deletions.get(sessionId) ?? []), { messageId: message.id, index }])
  dispatch({ type: "message-deleted", sessionId, messageId: message.id })
  return () => {
    const back = takeBack(deletions.get(sessionId) ?? [], message.id)
    if (back === undefined) return
    deletions.set(sessionId, back.left)
    dispatch({ type: "message-restored", sessionId, message, index: back.index })
  }
}

/** Takes what waits out of the place of an answer: the one before it is shown there again. Returns how to bring it back. */
function withdraw(sessionId: string, answer: Message): () => void {
  const messageId = answer.id
  dispatch({ type: "answer-withdrawn", sessionId, messageId })
  return () => {
    const index = messagesOf(sessionId).findIndex(({ id }) => id === messageId)
    if (index === -1) return
    dispatch({ type: "message-deleted", sessionId, messageId })
    dispatch({ type: "message-restored", sessionId, message: answer, index })
  }
}

function messagesOf(sessionId: string): readonly Message[] {
  return conversationStore.getState().messages[sessionId] ?? []
}
