import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import type { ConversationState } from "#core/conversation/conversation-state.ts"
import { pendingAnswer, userMessage, withWords, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { contentText } from "#core/gateway/content.ts"
import { isWrittenElsewhere } from "#core/conversation/written-elsewhere.ts"
import { newId, newUuid } from "../../../platform/browser/new-id.ts"
import type { Addressee, OwnTurn, Turn, TurnConversation } from "./turn.ts"

/** The holder of the conversations; the page's is `web/state/conversation-store.ts`. */
export interface ConversationHolder {
  readonly getState: () => ConversationState
  readonly dispatch: (event: ConversationEvent) => void
  /** Resolves when all that was dispatched so far is on the disk; to false where the storage is in trouble. */
  readonly stored: () => Promise<boolean>
  /** The current addressee of a conversation. */
  readonly addresseeOf: (session: Session) => Addressee
}

/** How a turn begins in a conversation, and how its events reach it. */
export function turnConversation({ getState, dispatch, stored, addresseeOf }: ConversationHolder): TurnConversation {
  const messagesOf = (sessionId: string) => getState().messages[sessionId] ?? []
  const sessionOf = (sessionId: string) => sessionIn(getState(), sessionId)
  return {
    open(sessionId, content) {
      const asked = addresseeOf(sessionOf(sessionId))
      const now = Date.now()
      const idempotencyKey = newUuid()
      const question: Message = { ...userMessage(newId(), now, content), idempotencyKey }
      const answer: Message = { ...placeFor(asked, newId(), now), idempotencyKey }
      dispatch({ type: "message-sent", sessionId, question, answer })
      return { sessionId, questionId: question.id, answerId: answer.id, ...asked, idempotencyKey }
    },

    reopen(sessionId, answerId, words) {
      const messages = messagesOf(sessionId)
      const index = messages.findIndex((message) => message.id === answerId)
      const question = messages[index - 1]
      if (question?.role !== "user") return undefined
      const asked = addresseeOf(sessionOf(sessionId))
      const idempotencyKey = newUuid()
      const before = messages[index]
      // Finished tool calls are not repeated when only the answer to them failed.
      const isAnswerMissing = before?.failure !== undefined || before?.interrupted === true
      const done = isAnswerMissing && before?.rounds && words === undefined ? { rounds: before.rounds } : {}
      // The same place, on the screen and on the disk: the answer before becomes a version of this one.
      const answer: Message = { ...placeFor(asked, answerId, Date.now()), idempotencyKey, ...done }
      dispatch({
        type: "answer-retried",
        sessionId,
        messageId: answerId,
        answer,
        ...(words === undefined ? {} : { question: withWords(question.content, words) }),
      })
      return { sessionId, questionId: question.id, answerId, ...asked, idempotencyKey }
    },

    hasWaiting: (sessionId) => messagesOf(sessionId).some(({ queued }) => queued !== undefined),

    unfinished(sessionId, answerId) {
      const messages = messagesOf(sessionId)
      const index = messages.findIndex((message) => message.id === answerId)
      const answer = messages[index]
      if (answer === undefined || !(isUnfinished(answer) || mayBeMadeElsewhere(answer))) return undefined
      const before = messages[index - 1]
      const { model = "", providerName, own = false } = answer
      // One from before that was noted, and one from another device, is asked of whom its chat asks.
      const asked = providerName === undefined ? addresseeOf(sessionOf(sessionId)) : { providerName, isOwn: own }
      return {
        sessionId,
        questionId: before?.role === "user" ? before.id : undefined,
        answerId,
        ...asked,
        model,
        idempotencyKey: answer.idempotencyKey,
        ...(answer.runId === undefined ? {} : { runId: answer.runId }),
      }
    },

    answerOf: ({ sessionId, answerId }) => messageIn(getState(), sessionId, answerId),
    apply: ({ sessionId, answerId }, event) => dispatch({ ...event, sessionId, messageId: answerId }),
    stored,
  }
}

/** An answer whose end was not seen: the rest of it may be on the server. */
export function isUnfinished(message: Message): boolean {
  const { streaming, interrupted, failure, runId } = message
  // Asked for anew while it is being made: whoever makes it was not asked.
  const isMadeElsewhere = failure?.kind === "already-processing" && runId !== undefined
  const isLost = failure?.kind === "network" || isMadeElsewhere
  return streaming === true || interrupted === true || isLost || isWrittenElsewhere(message)
}

/**
 * A question whose run nobody has told here. Its caller may have too many of them under way; or its line broke, and another server is
 * at it: that one is known by the question's key.
 */
export function mayBeMadeElsewhere({ failure, idempotencyKey }: Message): boolean {
  return failure?.kind === "already-processing" && idempotencyKey !== undefined
}

/** An answer of which no more is here than had come when its server was taken for dead: the whole may come after all (0294). */
export function isPart({ failure }: Pick<Message, "failure">): boolean {
  return failure?.kind === "server-restarted"
}

/** An answer that failed before anything of it could be read here, as where another server than the one that makes it was asked. */
export function isUnread({ failure, content }: Message): boolean {
  return failure !== undefined && contentText(content) === ""
}

/** How long after it was asked a question that never reached the server is asked by the page itself, in ms. */
const freshMs = 15 * 60_000

/** How far two clocks may be apart, in ms. A later date is not this browser's: a restored file may name any. */
const skewMs = 60_000

/**
 * The turn as a question to be asked by the page itself, if it is so recent that this is what its writer expects; undefined
 * for any other. `askedAt` and `now`: epoch milliseconds.
 */
export function askable(turn: Turn, askedAt: number, now: number): OwnTurn | undefined {
  const { questionId, idempotencyKey } = turn
  if (questionId === undefined || idempotencyKey === undefined) return undefined
  const ageMs = now - askedAt
  if (ageMs > freshMs || ageMs < -skewMs) return undefined
  return { ...turn, questionId, idempotencyKey }
}

/** The place of an answer, with whom it is asked of. */
function placeFor({ model, providerName, isOwn }: Addressee, id: string, now: number): Message {
  return { ...pendingAnswer(id, now, model), providerName, ...(isOwn ? { own: true } : {}) }
}

export function sessionIn({ sessions }: ConversationState, sessionId: string): Session {
  const session = sessions[sessionId]
  if (session === undefined) throw new Error("a conversation was spoken in that does not exist")
  return session
}

export function messageIn(
  { messages }: ConversationState,
  sessionId: string,
  messageId: string | undefined,
): Message | undefined {
  return messages[sessionId]?.findLast((message) => message.id === messageId)
}
