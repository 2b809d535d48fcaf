import { assertNever } from "../lib/assert-never.ts"
import { applyAnswerEvent } from "./answer-reducer.ts"
import type { ConversationEvent, SessionEvent } from "./conversation-event.ts"
import { changeSession, type ConversationState } from "./conversation-state.ts"
import { applyListEvent } from "./list-reducer.ts"
import { applyMessageEvent } from "./message-reducer.ts"
import { resetStat, type Session } from "./session.ts"

/** The conversations after an event. Returns the very same state when nothing changed. */
export function applyConversationEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case "session-created":
    case "session-selected":
    case "session-moved":
    case "session-deleted":
    case "session-restored":
    case "session-purged":
    case "all-sessions-deleted":
    case "sessions-changed-elsewhere":
      return applyListEvent(state, event)
    case "session-renamed":
    case "mask-changed":
    case "model-chosen":
    case "context-cleared":
    case "context-restored":
    case "summary-written":
      return changeSession(state, event.sessionId, (session) => applySessionEvent(session, event))
    case "session-reset": {
      if (state.sessions[event.sessionId] === undefined) return state
      const emptied = { ...state, messages: { ...state.messages, [event.sessionId]: [] } }
      const live = Object.fromEntries(Object.entries(state.live).filter(([, id]) => id !== event.sessionId))
      return changeSession({ ...emptied, live }, event.sessionId, (session) => applySessionEvent(session, event))
    }
    case "answer-started":
    case "answer-advanced":
    case "answer-finished":
    case "answer-failed":
    case "answer-interrupted":
    case "answer-resumed":
    case "answer-replayed":
    case "answer-retried":
      return applyAnswerEvent(state, event)
    case "messages-loaded":
    case "messages-unloaded":
    case "message-sent":
    case "message-deleted":
    case "message-restored":
    case "message-edited":
      return applyMessageEvent(state, event)
    default:
      return assertNever(event)
  }
}

function applySessionEvent(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case "session-renamed":
      return session.topic === event.topic ? session : { ...session, topic: event.topic }
    case "session-reset": {
      const { clearContextIndex: _, ...rest } = session
      const empty = { messageCount: 0, stat: resetStat(), memoryPrompt: "", lastSummarizeIndex: 0 }
      return { ...rest, ...empty, lastUpdate: event.now }
    }
    case "mask-changed":
      return { ...session, mask: { ...session.mask, ...event.mask } }
    case "model-chosen": {
      const { model, providerName } = event
      return {
        ...session,
        mask: { ...session.mask, modelConfig: { ...session.mask.modelConfig, model, providerName } },
      }
    }
    case "context-cleared":
      return { ...session, clearContextIndex: session.messageCount }
    case "context-restored": {
      const { clearContextIndex: _, ...rest } = session
      return event.clearContextIndex === undefined ? rest : { ...rest, clearContextIndex: event.clearContextIndex }
    }
    case "summary-written":
      return { ...session, memoryPrompt: event.memoryPrompt, lastSummarizeIndex: event.lastSummarizeIndex }
    default:
      return assertNever(event)
  }
}
