import { persistStorage } from "../../../platform/storage/persist-storage.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { storeStrictly } from "../../../state/stored-conversations.ts"
import { lazyGateway, loadGateway } from "./load-gateway.ts"
import { messageIn, turnConversation } from "./turn-conversation.ts"
import type { ChatDeps, Turn } from "./turn.ts"
import { askedIn, isFree } from "./who-pays.ts"

/** The page's own stores, server and tools. */
export const chatDeps: ChatDeps = {
  conversation: turnConversation({
    getState: conversationStore.getState,
    dispatch,
    stored: storeStrictly,
    addresseeOf: askedIn,
  }),
  gateway: lazyGateway(async () => (await loadGateway()).pageGateway),

  async tools(turn) {
    const { session, question } = partsOf(turn)
    if (!session || !question) return []
    const { toolsFor } = await import("../../../state/tools.ts")
    return toolsFor(session, question)
  },

  isFree: ({ isOwn }) => isFree() && !isOwn,

  async mayRun({ sessionId, answerId }, call, signal) {
    const { askForConsent } = await import("../../../state/tool-consent.ts")
    return askForConsent({ ...call, sessionId, answerId }, signal)
  },

  queue: queueFor(false),

  after: {
    answer(turn) {
      const { question, answer } = partsOf(turn)
      if (answer?.failure === undefined) persistStorage()
      if (question === undefined || answer === undefined) return
      // If its code cannot be fetched, the balance is requested when the page becomes visible.
      void import("./after-answer.ts").then((code) => code.afterAnswer(question, answer)).catch(() => undefined)
    },

    async turn({ sessionId }) {
      // If its code cannot be fetched, the next answer retries.
      const code = await import("./after-turn.ts").catch(() => undefined)
      await code?.afterTurn(sessionId)
    },
  },
}

/** If its code cannot be fetched, the question has failed, and can be asked again by hand. */
function queueFor(pastCeilings: boolean): NonNullable<ChatDeps["queue"]> {
  return {
    wait: async (turn) => (await loadQueue())?.enqueue(turn, pastCeilings),
    waitBehind: async (turn) => (await loadQueue())?.enqueueBehind(turn, pastCeilings),
    send: async () => (await loadQueue())?.sendWaiting(),
  }
}

function loadQueue() {
  return import("./queue.ts").catch(() => undefined)
}

const gatewayPastCeilings = lazyGateway(async () => (await loadGateway()).gatewayPastCeilings)

/** `pastCeilings`: for a message that is to be sent whatever the user's ceilings say. */
export function chatDepsFor(pastCeilings: boolean): ChatDeps {
  return pastCeilings ? { ...chatDeps, gateway: gatewayPastCeilings, queue: queueFor(true) } : chatDeps
}

function partsOf({ sessionId, questionId, answerId }: Turn) {
  const state = conversationStore.getState()
  const question = questionId === undefined ? undefined : messageIn(state, sessionId, questionId)
  return { session: state.sessions[sessionId], question, answer: messageIn(state, sessionId, answerId) }
}
