import { pendingAnswer, userMessage, withWords, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { Content } from "#core/gateway/content.ts"
import { newId, newUuid } from "../../../platform/new-id.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import type { OwnTurn, Turn } from "./turn.ts"
import { askedIn } from "./who-pays.ts"

/** Puts a question and the place for its answer into the conversation. */
export function openTurn(sessionId: string, content: Content): OwnTurn {
  const session = sessionOf(sessionId)
  const asked = askedIn(session)
  const now = Date.now()
  const idempotencyKey = newUuid()
  const question: Message = { ...userMessage(newId(), now, content), idempotencyKey }
  const answer: Message = { ...placeFor(asked, newId(), now), idempotencyKey }
  dispatch({ type: "message-sent", sessionId, question, answer })
  return { sessionId, questionId: question.id, answerId: answer.id, ...asked, idempotencyKey }
}

/** The same for a question that is asked again, perhaps in other words. */
export function reopenTurn(sessionId: string, answerId: string, words?: string): OwnTurn | undefined {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const index = messages.findIndex((message) => message.id === answerId)
  const question = messages[index - 1]
  if (question?.role !== "user") return undefined
  const asked = askedIn(sessionOf(sessionId))
  const idempotencyKey = newUuid()
  const before = messages[index]
  // What tools have done already is not done again because the answer to it failed.
  const done = before?.failure && before.rounds && words === undefined ? { rounds: before.rounds } : {}
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
}

/** The turn of an answer whose end was not seen; undefined for any other. */
export function unfinishedTurn(sessionId: string, answerId: string): Turn | undefined {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const index = messages.findIndex((message) => message.id === answerId)
  const answer = messages[index]
  if (answer === undefined || !isUnfinished(answer)) return undefined
  const before = messages[index - 1]
  return {
    sessionId,
    questionId: before?.role === "user" ? before.id : undefined,
    answerId,
    ...askedFor(answer, sessionOf(sessionId)),
    idempotencyKey: answer.idempotencyKey,
    ...(answer.runId === undefined ? {} : { runId: answer.runId }),
  }
}

/** How long after it was asked a question that never reached the server is asked by the page itself, in ms. */
const freshMs = 15 * 60_000

/** The turn as a question to be asked by ourselves, if it is so recent that this is what its writer expects. */
export function askable(turn: Turn): OwnTurn | undefined {
  const { sessionId, questionId, answerId, idempotencyKey } = turn
  const asked = messageOf(sessionId, answerId)?.date ?? 0
  if (questionId === undefined || idempotencyKey === undefined || Date.now() - asked > freshMs) return undefined
  return { ...turn, questionId, idempotencyKey }
}

/** An answer whose end was not seen: the rest of it may be on the server. */
export function isUnfinished({ streaming, interrupted, failure }: Message): boolean {
  return streaming === true || interrupted === true || failure?.kind === "network"
}

/** The place of an answer, with whom it is asked of. */
function placeFor({ model, providerName, isOwn }: Asked, id: string, now: number): Message {
  return { ...pendingAnswer(id, now, model), providerName, ...(isOwn ? { own: true } : {}) }
}

/** Whom an answer was asked of; one from before that was noted, and one from another device, of whom its chat asks. */
function askedFor({ model = "", providerName, own = false }: Message, session: Session): Asked {
  return providerName === undefined ? { ...askedIn(session), model } : { model, providerName, isOwn: own }
}

type Asked = Pick<Turn, "model" | "providerName" | "isOwn">

export function sessionOf(sessionId: string): Session {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined) throw new Error("a conversation was spoken in that does not exist")
  return session
}

export function messageOf(sessionId: string, messageId: string): Message | undefined {
  return conversationStore.getState().messages[sessionId]?.findLast((message) => message.id === messageId)
}
