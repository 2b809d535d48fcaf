import { isWrittenElsewhere } from "#core/conversation/written-elsewhere.ts"
import { madeBy } from "#core/conversation/tool-rounds.ts"
import { whenLetGo } from "../../../platform/browser/answer-locks.ts"
import { acknowledgeRun, stopRun, type RunStatus } from "../../../platform/gateway/run-client.ts"
import { authHeaders } from "../../../state/access-store.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { findAnswer } from "../../../state/find-answer.ts"
import { loadMessages } from "../../../state/stored-conversations.ts"
import { chatDeps } from "./chat-deps.ts"
import { isPart, isUnfinished, isUnread } from "./turn-conversation.ts"
import { resumeTurn } from "./send-message.ts"
import { watchTurn } from "./watch-turn.ts"

/** Deals with a run of an answer that stands here; false when there is none. */
export async function settle(run: RunStatus): Promise<boolean> {
  const row = await findAnswer(run.id, run.session)
  if (row === undefined) return false
  const { message, sessionId } = row
  const made = madeBy(message, run.id)
  const isOpen = made === message && (message.streaming === true || message.id in conversationStore.getState().live)
  const follow = () => whenLetGo(message.id, () => watchTurn(sessionId, resumeTurn(sessionId, message.id, chatDeps)))
  if (isOpen) await loadMessages(sessionId)
  else if (made === message && isUnfinished(message)) {
    // The device that asked receives it, and it comes from there.
    if (run.isWatched && isWrittenElsewhere(message)) return true
    await loadMessages(sessionId)
    await follow()
  } else if (made?.idempotencyKey !== undefined) {
    const [isLast, hasPart] = [made === message, isPart(made)]
    const isGoingOn = run.state === "running"
    // What failed at the server as well has no more to say.
    const isMissed = isLast && ((isGoingOn && hasPart) || (run.state !== "failed" && isUnread(message)))
    // It was stopped, or its acknowledgement did not get through.
    if (isGoingOn && !isMissed) await stopRun(run.id, authHeaders())
    const isMoreThere = isMissed || (await acknowledgeRun(run.id, authHeaders(), hasPart))
    if (!isMoreThere || !isLast) return true
    await loadMessages(sessionId)
    // Meanwhile it may have been asked again.
    const there = await findAnswer(run.id, run.session)
    if (there === undefined || madeBy(there.message, run.id) !== there.message) return true
    dispatch({ type: "answer-interrupted", sessionId, messageId: message.id })
    await follow()
  }
  return true
}
