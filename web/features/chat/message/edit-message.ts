import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { withWords, type Message } from "#core/conversation/message.ts"
import type { Content } from "#core/gateway/content.ts"
import { texts } from "../../../platform/language/texts.ts"
import { conversationStore, copySession, dispatch } from "../../../state/conversation-store.ts"
import { showAsked } from "../../../state/reading-place.ts"
import { showToast } from "../../../ui/toast.tsx"
import { askAboutCost, askAboutRetry } from "../turn/ceilings.ts"
import { chatDepsFor } from "../turn/chat-deps.ts"
import { askInOtherWords, sendMessage } from "../turn/send-message.ts"
import { askAboutModel } from "../turn/model-change.ts"
import { watchTurn } from "../turn/watch-turn.ts"

/** Asks a question again in other words, in its place; one that was deleted, or whose answer was, is asked at the end. */
export function sendAgain(sessionId: string, question: Message, words: string): void {
  const place = placeOf(sessionId, question.id)
  const answer = place === -1 ? undefined : conversationStore.getState().messages[sessionId]?.[place + 1]
  if (answer?.role !== "assistant") return say(sessionId, withWords(question.content, words))
  const again = () =>
    void askAboutRetry(sessionId, answer.id).then((consent) => {
      if (consent === "no" || selectAnswering(conversationStore.getState(), sessionId)) return
      showAsked(sessionId, question.id)
      void watchTurn(sessionId, askInOtherWords(sessionId, answer.id, words, chatDepsFor(consent === "anyway")))
    })
  if (!askAboutModel(sessionId, again, true)) again()
}

/** The conversation up to a message, in a copy of its own, with that message changed: a question is sent there. */
export async function editInBranch(sessionId: string, message: Message, content: Content): Promise<void> {
  const before = placeOf(sessionId, message.id)
  if (message.role === "user") {
    const branch = await copySession(sessionId, before)
    if (branch !== undefined) say(branch, content)
    return
  }
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

function say(sessionId: string, content: Content): void {
  if (askAboutModel(sessionId, () => say(sessionId, content), true)) return
  askAboutCost(sessionId, content, (pastCeilings) => {
    void watchTurn(sessionId, sendMessage(sessionId, content, chatDepsFor(pastCeilings)))
  })
}

function placeOf(sessionId: string, messageId: string): number {
  return (conversationStore.getState().messages[sessionId] ?? []).findIndex(({ id }) => id === messageId)
}
