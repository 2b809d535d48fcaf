import { assertNever } from "../lib/assert-never.ts"
import type { ListEvent } from "./conversation-event.ts"
import { reconcileOrder, withMessages, withoutKey, type ConversationState } from "./conversation-state.ts"
import { mergeMessages } from "./message-reducer.ts"
import type { Session } from "./session.ts"

/** What happens to the list of sessions. */
export function applyListEvent(state: ConversationState, event: ListEvent): ConversationState {
  switch (event.type) {
    case "session-created": {
      const { session } = event
      if (state.sessions[session.id] !== undefined) return state
      return { ...withFirst(state, session, event.messages), currentId: session.id }
    }
    case "session-selected":
      if (event.sessionId === state.currentId || !state.order.includes(event.sessionId)) return state
      return { ...state, currentId: event.sessionId }
    case "session-moved": {
      const from = state.order.indexOf(event.sessionId)
      if (from === -1 || from === event.to) return state
      return { ...state, order: state.order.toSpliced(from, 1).toSpliced(event.to, 0, event.sessionId) }
    }
    case "session-deleted":
      return unlist(state, event.sessionId, event.fresh)
    case "session-restored":
      return relist(state, event.sessionId)
    case "session-purged":
      return event.sessionId in state.deleted ? forget(state, event.sessionId) : state
    case "all-sessions-deleted":
      return {
        ...withFirst({ ...state, order: [], sessions: {}, messages: {}, live: {}, deleted: {} }, event.fresh),
        currentId: event.fresh.id,
      }
    case "sessions-changed-elsewhere":
      return adopt(state, event)
    default:
      return assertNever(event)
  }
}

function withFirst(state: ConversationState, session: Session, messages: Parameters<typeof withMessages>[2] = []) {
  const order = [session.id, ...state.order]
  return withMessages({ ...state, order, sessions: { ...state.sessions, [session.id]: session } }, session.id, messages)
}

/** Takes a session off the list; its rows stay until the deletion is final. Deleting the last one leaves `fresh`. */
function unlist(state: ConversationState, sessionId: string, fresh: Session): ConversationState {
  const place = state.order.indexOf(sessionId)
  if (place === -1) return state
  const order = state.order.toSpliced(place, 1)
  const rest = { ...state, order, deleted: { ...state.deleted, [sessionId]: place } }
  const remaining = order.length > 0 ? rest : withFirst(rest, fresh)
  if (sessionId !== state.currentId) return remaining
  const next = remaining.order[Math.min(place, remaining.order.length - 1)]
  return { ...remaining, currentId: next ?? fresh.id }
}

/** Undoes a deletion: the session stands where it was and is selected, with whatever arrived meanwhile. */
function relist(state: ConversationState, sessionId: string): ConversationState {
  const place = state.deleted[sessionId]
  if (place === undefined) return state
  const order = state.order.toSpliced(place, 0, sessionId)
  return { ...state, order, deleted: withoutKey(state.deleted, sessionId), currentId: sessionId }
}

function forget(state: ConversationState, sessionId: string): ConversationState {
  return {
    ...state,
    sessions: withoutKey(state.sessions, sessionId),
    messages: withoutKey(state.messages, sessionId),
    live: Object.fromEntries(Object.entries(state.live).filter(([, id]) => id !== sessionId)),
    deleted: withoutKey(state.deleted, sessionId),
  }
}

/**
 * Takes over what another tab wrote.
 * - Its rows replace ours, but an answer arriving in this tab is known better here.
 * - What it deleted goes here too, unless an answer is arriving in it.
 * - Its order counts; sessions it does not know yet come first. A session deleted here stays off the list.
 * - The selection of this tab stays, while its session lives.
 */
function adopt(
  state: ConversationState,
  event: Extract<ListEvent, { type: "sessions-changed-elsewhere" }>,
): ConversationState {
  const busy = new Set(Object.values(state.live))
  const removed = new Set(event.removed.filter((id) => !busy.has(id) && state.sessions[id] !== undefined))
  let next = [...removed].reduce(forget, state)
  for (const session of event.changed) {
    if (removed.has(session.id)) continue
    next = { ...next, sessions: { ...next.sessions, [session.id]: session } }
    const ours = next.messages[session.id]
    const theirs = event.messages[session.id]
    if (ours === undefined) continue
    const merged = theirs === undefined ? ours : mergeMessages(theirs, ours, (message) => message.id in state.live)
    next = withMessages(next, session.id, merged)
  }
  const listed = Object.fromEntries(Object.entries(next.sessions).filter(([id]) => !(id in next.deleted)))
  const order = reconcileOrder(event.order, listed)
  if (order.length === 0) return { ...withFirst({ ...next, order }, event.fresh), currentId: event.fresh.id }
  const currentId = order.includes(state.currentId) ? state.currentId : (order[0] ?? state.currentId)
  return { ...next, order, currentId }
}
