import { assertNever } from "../lib/assert-never.ts"
import { applyAnswerEvent } from "./answer-reducer.ts"
import type { ConversationEvent, SessionEvent } from "./conversation-event.ts"
import { changeSession, type ConversationState } from "./conversation-state.ts"
import { applyFolderEvent } from "./folder-reducer.ts"
import { applyListEvent } from "./list-reducer.ts"
import { applyMessageEvent } from "./message-reducer.ts"
import { resetStat, type Session } from "./session.ts"

/** The conversations after an event. Returns the very same state when nothing changed. */
export function applyConversationEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case "session-created":
    case "session-selected":
    case "session-reused":
    case "session-moved":
    case "session-deleted":
    case "session-restored":
    case "session-purged":
    case "all-sessions-deleted":
    case "sessions-changed-elsewhere":
      return applyListEvent(state, event)
    case "folder-created":
    case "folder-renamed":
    case "folder-collapsed":
    case "folder-deleted":
    case "folders-changed-elsewhere":
      return applyFolderEvent(state, event)
    case "session-renamed":
    case "session-pinned":
    case "session-filed":
    case "memory-edited":
    case "memory-paused":
    case "mask-changed":
    case "model-chosen":
    case "model-told":
    case "search-chosen":
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
    case "tools-received":
    case "tool-begun":
    case "tool-answered":
    case "round-begun":
    case "answer-replayed":
    case "answer-retried":
    case "version-shown":
    case "answer-withdrawn":
    case "answer-agreed":
    case "answer-unqueued":
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

/** Clears the context. A memory that was edited before is no longer sent; undoing the clearing brings it back. */
function clearContext(session: Session): Session {
  const { messageCount, memoryEditedAt } = session
  if (messageCount === 0) return session
  const edited = memoryEditedAt === undefined ? {} : { memoryEditedAt: Math.min(memoryEditedAt, messageCount - 1) }
  return { ...session, ...edited, clearContextIndex: messageCount }
}

function applySessionEvent(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case "session-renamed":
      return session.topic === event.topic ? session : { ...session, topic: event.topic }
    case "session-reset": {
      const { clearContextIndex: _, memoryEditedAt: _edited, ...rest } = session
      const empty = { messageCount: 0, stat: resetStat(), memoryPrompt: "", lastSummarizeIndex: 0 }
      return { ...rest, ...empty, lastUpdate: event.now }
    }
    case "mask-changed":
      return { ...session, mask: { ...session.mask, ...event.mask } }
    case "model-chosen": {
      const { model, providerName, inEffect } = event
      const { mask } = session
      const modelConfig = { ...(inEffect ?? mask.modelConfig), model, providerName }
      return { ...session, mask: { ...mask, modelConfig, ...(inEffect && { syncGlobalConfig: false }) } }
    }
    case "model-told":
      return session.modelTold === event.change ? session : { ...session, modelTold: event.change }
    case "search-chosen": {
      const modelConfig = { ...session.mask.modelConfig, enable_web_search: event.on }
      return { ...session, searchChosen: true, mask: { ...session.mask, modelConfig } }
    }
    case "session-pinned": {
      const { pinned = false, listedAt: _listedAt, ...rest } = session
      if (pinned === event.pinned || session.temporary) return session
      return event.pinned ? { ...rest, pinned: true } : rest
    }
    case "session-filed": {
      const { folderId, pinned: _pinned, listedAt: _listedAt, ...rest } = session
      if (session.temporary || (folderId === event.folderId && !session.pinned)) return session
      return event.folderId === undefined ? rest : { ...rest, folderId: event.folderId }
    }
    case "memory-edited":
      if (event.memoryPrompt === session.memoryPrompt) return session
      return { ...session, memoryPrompt: event.memoryPrompt, memoryEditedAt: session.messageCount }
    case "memory-paused": {
      const { memoryPaused: _, ...rest } = session
      return event.paused ? { ...rest, memoryPaused: true } : rest
    }
    case "context-cleared":
      return clearContext(session)
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
