import { assertNever } from "../lib/assert-never.ts"
import { unqueueAnswer } from "./answer.ts"
import type { MessageEvent } from "./conversation-event.ts"
import { changeSession, withMessages, withoutKey, type ConversationState } from "./conversation-state.ts"
import { withCountedMarks } from "./marks.ts"
import type { Message } from "./message.ts"
import { addToStat, movedMarks, type Session } from "./session.ts"

/** Applies an event to the messages of one session. */
export function applyMessageEvent(state: ConversationState, event: MessageEvent): ConversationState {
  const { sessionId } = event
  if (state.sessions[sessionId] === undefined) return state
  const messages = state.messages[sessionId] ?? []
  switch (event.type) {
    case "messages-loaded": {
      const merged = mergeMessages(event.messages.map(unqueueKeyless), messages, () => true)
      const { positions } = event
      const loaded = withMessages(state, sessionId, merged)
      if (positions === undefined) return loaded
      return changeSession(loaded, sessionId, (session) => withCountedMarks(session, positions))
    }
    case "messages-unloaded": {
      const needed = sessionId === state.currentId || Object.values(state.live).includes(sessionId)
      return needed ? state : { ...state, messages: withoutKey(state.messages, sessionId) }
    }
    case "message-sent": {
      const { question, answer } = event
      const sent = withMessages(state, sessionId, [...messages, question, answer])
      const counted = changeSession(sent, sessionId, ({ listedAt: _listedAt, ...session }) => ({
        ...session,
        lastUpdate: question.date,
        stat: addToStat(session.stat, question),
      }))
      return { ...counted, live: { ...state.live, [answer.id]: sessionId } }
    }
    case "message-deleted": {
      const index = messages.findIndex((message) => message.id === event.messageId)
      if (index === -1) return state
      const deleted = withMessages(state, sessionId, messages.toSpliced(index, 1))
      const live = withoutKey(state.live, event.messageId)
      return changeSession({ ...deleted, live }, sessionId, (session) => shiftIndices(session, index, -1))
    }
    case "message-restored": {
      if (messages.some((message) => message.id === event.message.id)) return state
      const index = Math.min(Math.max(event.index, 0), messages.length)
      const restored = withMessages(state, sessionId, messages.toSpliced(index, 0, event.message))
      return changeSession(restored, sessionId, (session) => shiftIndices(session, index, 1))
    }
    case "message-edited": {
      const index = messages.findIndex((message) => message.id === event.messageId)
      const message = messages[index]
      if (message === undefined) return state
      return withMessages(state, sessionId, messages.with(index, { ...message, content: event.content }))
    }
    default:
      return assertNever(event)
  }
}

/** All messages of both, in the order of `stored`, the others after them; of a message in both, ours where `keepOurs`. */
export function mergeMessages(
  stored: readonly Message[],
  ours: readonly Message[],
  keepOurs: (message: Message) => boolean,
): readonly Message[] {
  if (ours.length === 0) return stored
  const oursById = new Map(ours.map((message) => [message.id, message]))
  const storedIds = new Set(stored.map((message) => message.id))
  const merged = stored.map((message) => {
    const own = oursById.get(message.id)
    return own !== undefined && keepOurs(own) ? own : message
  })
  return [...merged, ...ours.filter((message) => !storedIds.has(message.id) && keepOurs(message))]
}

/**
 * The summary and clearing marks count messages from the first, so they move when one before them goes or returns.
 * One that returns right at a mark counts as after it, and is sent along again.
 */
function shiftIndices(session: Session, index: number, by: 1 | -1): Session {
  const shift = (mark: number): number => (index < mark ? mark + by : mark)
  return {
    ...session,
    lastSummarizeIndex: shift(session.lastSummarizeIndex),
    ...movedMarks(session, shift),
  }
}

/** Earlier pages copied answers that wait into branches without their keys: those are never sent. */
function unqueueKeyless(message: Message): Message {
  return message.idempotencyKey === undefined ? unqueueAnswer(message) : message
}
