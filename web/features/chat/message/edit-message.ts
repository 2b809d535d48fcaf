import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { withWords, type Message } from "#core/conversation/message.ts"
import type { Content } from "#core/gateway/content.ts"
import { texts } from "../../../platform/language/texts.ts"
import { copySession } from "../../../state/conversation-list.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { showAsked } from "../../../state/reading-place.ts"
import { showToast } from "../../../ui/toast.tsx"
import { askAboutCost, askAboutRetry } from "../turn/ceilings.ts"
import { chatDepsFor } from "../turn/chat-deps.ts"
import { askInOtherWords, sendMessage } from "../turn/send-message.ts"
import { askAboutModel } from "../turn/model-change.ts"
import { watchTurn } from "../turn/watch-turn.ts"

/**
 * Asks a question again in other words, in its place; one that was deleted, or whose answer was, is asked at the end. `onKept`:
 * it is not sent, because it would cost more than was allowed, or another message was sent before its model was agreed to.
 */
export function sendAgain(sessionId: string, question: Message, words: string, onKept: () => void): void {
  const place = placeOf(sessionId, question.id)
  const answer = place === -1 ? undefined : messagesOf(sessionId)[place + 1]
  if (answer?.role !== "assistant") return say(sessionId, withWords(question.content, words), onKept)
  const again = () =>
    void askAboutRetry(sessionId, answer.id).then((consent) => {
      // Another tab may have taken the question away meanwhile: the words of the one before it are none of this.
      const isThere = messagesOf(sessionId)[placeOf(sessionId, question.id) + 1]?.id === answer.id
      if (consent === "no" || !isThere || selectAnswering(conversationStore.getState(), sessionId)) return onKept()
      showAsked(sessionId, question.id)
      void watchTurn(sessionId, askInOtherWords(sessionId, answer.id, words, chatDepsFor(consent === "anyway")))
    })
  if (!askAboutModel(sessionId, again, true, onKept)) again()
}

/** The conversation before a question, in a copy of its own, with that question asked there in other words. `onKept`: as above. */
export function sendInBranch(sessionId: string, question: Message, content: Content, onKept: () => void): void {
  if (askAboutModel(sessionId, () => sendInBranch(sessionId, question, content, onKept), true, onKept)) return
  const sendThere = async (pastCeilings: boolean) => {
    const place = placeOf(sessionId, question.id)
    const branch = place === -1 ? undefined : await copySession(sessionId, place)
    if (branch === undefined) return onKept()
    void watchTurn(branch, sendMessage(branch, content, chatDepsFor(pastCeilings)))
  }
  askAboutCost(sessionId, content, (pastCeilings) => void sendThere(pastCeilings), { questionId: question.id, onKept })
}

/** The conversation up to an answer, in a copy of its own, with that answer changed. */
export async function editInBranch(sessionId: string, message: Message, content: Content): Promise<void> {
  const before = placeOf(sessionId, message.id)
  const branch = await copySession(sessionId, before + 1)
  const copy = branch === undefined ? undefined : conversationStore.getState().messages[branch]?.at(-1)
  if (branch !== undefined && copy !== undefined) {
    dispatch({ type: "message-edited", sessionId: branch, messageId: copy.id, content })
    showToast({ text: texts().talk.branched })
  }
}

/** The conversation up to and with a message, in a copy of its own. */
export async function branchFrom(sessionId: string, messageId: string): Promise<void> {
  const branch = await copySession(sessionId, placeOf(sessionId, messageId) + 1)
  if (branch !== undefined) showToast({ text: texts().talk.branched })
}

function say(sessionId: string, content: Content, onKept: () => void): void {
  if (askAboutModel(sessionId, () => say(sessionId, content, onKept), true, onKept)) return
  const send = (pastCeilings: boolean) =>
    void watchTurn(sessionId, sendMessage(sessionId, content, chatDepsFor(pastCeilings)))
  askAboutCost(sessionId, content, send, { onKept })
}

function placeOf(sessionId: string, messageId: string): number {
  return messagesOf(sessionId).findIndex(({ id }) => id === messageId)
}

function messagesOf(sessionId: string): readonly Message[] {
  return conversationStore.getState().messages[sessionId] ?? []
}
