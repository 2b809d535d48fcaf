import { isWrittenElsewhere } from "#core/conversation/written-elsewhere.ts"
import { madeBy } from "#core/conversation/tool-rounds.ts"
import { whenLetGo } from "../../../platform/browser/answer-locks.ts"
import { acknowledgeRun, stopRun, type RunStatus } from "../../../platform/gateway/run-client.ts"
import { authHeaders } from "../../../state/access-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { findAnswer } from "../../../state/find-answer.ts"
import { loadMessages } from "../../../state/stored-conversations.ts"
import { chatDeps } from "./chat-deps.ts"
import { isUnfinished } from "./turn-conversation.ts"
import { resumeTurn } from "./send-message.ts"
import { watchTurn } from "./watch-turn.ts"

/** Deals with a run of an answer that stands here; false when there is none. */
export async function settle(run: RunStatus): Promise<boolean> {
  const row = await findAnswer(run.id, run.session)
  if (row === undefined) return false
  const { message, sessionId } = row
  const made = madeBy(message, run.id)
  const isOpen = made === message && (message.streaming === true || message.id in conversationStore.getState().live)
  if (isOpen) await loadMessages(sessionId)
  else if (made === message && isUnfinished(message)) {
    // The device that asked receives it, and it comes from there.
    if (run.isWatched && isWrittenElsewhere(message)) return true
    await loadMessages(sessionId)
    await whenLetGo(message.id, () => watchTurn(sessionId, resumeTurn(sessionId, message.id, chatDeps)))
  } else if (made?.idempotencyKey !== undefined) {
    // It was stopped, or its acknowledgement did not get through.
    if (run.state === "running") await stopRun(run.id, authHeaders())
    await acknowledgeRun(run.id, authHeaders())
  }
  return true
}
