import { useCallback } from "react"
import type { Content } from "#core/gateway/content.ts"
import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { texts } from "../../../platform/language/texts.ts"
import { conversationStore, useConversations } from "../../../state/conversation-store.ts"
import { showAsked } from "../../../state/reading-place.ts"
import { showToast } from "../../../ui/toast.tsx"
import { askAboutRetry } from "./ceilings.ts"
import { askAboutModel } from "./model-change.ts"
import { chatDeps, chatDepsFor } from "./chat-deps.ts"
import { isUnfinished } from "./turn-conversation.ts"
import { stopTurn } from "./running-turns.ts"
import { retryAnswer, sendMessage } from "./send-message.ts"
import { watchTurn } from "./watch-turn.ts"

/** Sending in one conversation. `answering`: an answer arrives here or in another tab, so nothing can be sent. */
export function useSendMessage(sessionId: string) {
  const answering = useConversations((state) => selectAnswering(state, sessionId)?.id)
  const send = useCallback(
    (content: Content, pastCeilings = false) =>
      void watchTurn(sessionId, sendMessage(sessionId, content, chatDepsFor(pastCeilings))),
    [sessionId],
  )
  return { answering, send, stop: stopTurn }
}

/** Asks an answer's question again, or returns why not: an answer arrives, or the question is gone. */
export function useRetry(sessionId: string, answerId: string): () => void {
  return useCallback(() => {
    const state = conversationStore.getState()
    if (selectAnswering(state, sessionId)) return showToast({ text: texts().composer.stillAnswering })
    const messages = state.messages[sessionId] ?? []
    const index = messages.findLastIndex(({ id }) => id === answerId)
    const answer = messages[index]
    // An answer that was already started is fetched: that costs nothing more.
    if (answer && isUnfinished(answer)) return void watchTurn(sessionId, retryAnswer(sessionId, answerId, chatDeps))
    if (messages[index - 1]?.role !== "user") return showToast({ text: texts().talk.questionGone })
    const again = () =>
      void askAboutRetry(sessionId, answerId).then((consent) => {
        if (consent === "no" || selectAnswering(conversationStore.getState(), sessionId)) return
        showAsked(sessionId, messages[index - 1]?.id ?? answerId)
        void watchTurn(sessionId, retryAnswer(sessionId, answerId, chatDepsFor(consent === "anyway")))
      })
    if (!askAboutModel(sessionId, again, true)) again()
  }, [sessionId, answerId])
}
