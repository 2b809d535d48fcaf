import { assertNever } from "../lib/assert-never.ts"
import type { ListEvent } from "./conversation-event.ts"
import { reconcileOrder, withMessages, withoutKey, withoutKeys, type ConversationState } from "./conversation-state.ts"
import { listConversations, listedSessions, makeRoom, sectionOf } from "./listing.ts"
import { mergeMessages } from "./message-reducer.ts"
import type { Session } from "./session.ts"

/** Applies an event to the list of sessions. */
export function applyListEvent(state: ConversationState, event: ListEvent): ConversationState {
  switch (event.type) {
    case "session-created": {
      const { session, messages, unopened } = event
      if (state.sessions[session.id] !== undefined) return state
      const listed = withFirst(state, session, messages)
      return unopened ? listed : { ...listed, currentId: session.id }
    }
    case "session-selected":
      if (event.sessionId === state.currentId || !state.order.includes(event.sessionId)) return state
      return { ...state, currentId: event.sessionId }
    case "session-reused": {
      const { sessionId, now } = event
      const place = state.order.indexOf(sessionId)
      const session = state.sessions[sessionId]
      if (place === -1 || session === undefined) return state
      const { listedAt: _listedAt, ...unmoved } = session
      const sessions = { ...state.sessions, [sessionId]: { ...unmoved, lastUpdate: now } }
      return { ...state, order: [sessionId, ...state.order.toSpliced(place, 1)], sessions, currentId: sessionId }
    }
    case "session-moved":
      return move(state, event)
    case "session-deleted":
      return unlist(state, event.sessionId, event.fresh)
    case "session-restored":
      return relist(state, event.sessionId)
    case "session-purged":
      return event.sessionId in state.deleted ? forget(state, new Set([event.sessionId])) : state
    case "all-sessions-deleted":
      return {
        ...withFirst(
          { ...state, order: [], sessions: {}, messages: {}, live: {}, deleted: {}, folders: {} },
          event.fresh,
        ),
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

/** Puts a session beside another one, into the section of that one. */
function move(
  state: ConversationState,
  { sessionId, besideId, side }: Extract<ListEvent, { type: "session-moved" }>,
): ConversationState {
  const session = state.sessions[sessionId]
  const beside = state.sessions[besideId]
  if (session === undefined || beside === undefined || sessionId === besideId || !state.order.includes(sessionId)) {
    return state
  }
  if (session.temporary || beside.temporary) return state
  const others = sectionOf(listConversations(state), besideId).filter(({ id }) => id !== sessionId)
  const place = others.findIndex(({ id }) => id === besideId)
  if (place === -1) return state
  const index = side === "before" ? place : place + 1
  const places = makeRoom(others.toSpliced(index, 0, session), index, side)
  const { pinned: _pinned, folderId: _folderId, ...plain } = session
  const moved: Session = {
    ...plain,
    ...(beside.pinned ? { pinned: true } : {}),
    ...(beside.folderId === undefined ? {} : { folderId: beside.folderId }),
  }
  const sessions = { ...state.sessions, [sessionId]: moved }
  for (const [id, listedAt] of places) {
    const one = sessions[id]
    if (one !== undefined) sessions[id] = { ...one, listedAt }
  }
  return { ...state, sessions }
}

/** Takes a session off the list; its rows stay until the deletion is final. Deleting the last one leaves `fresh`. */
function unlist(state: ConversationState, sessionId: string, fresh: Session): ConversationState {
  const place = state.order.indexOf(sessionId)
  if (place === -1) return state
  const order = state.order.toSpliced(place, 1)
  const rest = { ...state, order, deleted: { ...state.deleted, [sessionId]: place } }
  const remaining = order.length > 0 ? rest : withFirst(rest, fresh)
  if (sessionId !== state.currentId) return remaining
  const seen = listedSessions(listConversations(state), { collapsed: false }).map(({ id }) => id)
  const at = seen.indexOf(sessionId)
  const next = seen[at + 1] ?? seen[at - 1] ?? remaining.order[0]
  return { ...remaining, currentId: next ?? fresh.id }
}

/** Undoes a deletion: the session returns to its position and is selected, with everything that arrived meanwhile. */
function relist(state: ConversationState, sessionId: string): ConversationState {
  const place = state.deleted[sessionId]
  if (place === undefined) return state
  const order = state.order.toSpliced(place, 0, sessionId)
  return { ...state, order, deleted: withoutKey(state.deleted, sessionId), currentId: sessionId }
}

function forget(state: ConversationState, sessionIds: ReadonlySet<string>): ConversationState {
  return {
    ...state,
    sessions: withoutKeys(state.sessions, sessionIds),
    messages: withoutKeys(state.messages, sessionIds),
    live: Object.fromEntries(Object.entries(state.live).filter(([, id]) => !sessionIds.has(id))),
    deleted: withoutKeys(state.deleted, sessionIds),
  }
}

/**
 * Takes over what another tab wrote.
 * - Its rows replace ours, but an answer arriving in this tab is known better here.
 * - What it deleted goes here too, unless an answer is arriving in it.
 * - Its order counts; sessions it does not know yet come first. A session deleted here stays off the list, unless somebody
 *   went on talking in it there.
 * - The selection of this tab stays, while its session lives.
 */
function adopt(
  state: ConversationState,
  event: Extract<ListEvent, { type: "sessions-changed-elsewhere" }>,
): ConversationState {
  const busy = new Set(Object.values(state.live))
  const removed = new Set(event.removed.filter((id) => !busy.has(id) && state.sessions[id] !== undefined))
  let next = forget(state, removed)
  const changed = event.changed.filter(({ id }) => !removed.has(id))
  // All at once: an import writes many among thousands.
  const rows = Object.fromEntries(changed.map((session) => [session.id, session]))
  next = { ...next, sessions: { ...next.sessions, ...rows } }
  for (const session of changed) {
    const known = state.sessions[session.id]
    if (known !== undefined && session.messageCount > known.messageCount && session.id in next.deleted) {
      next = { ...next, deleted: withoutKey(next.deleted, session.id) }
    }
    const ours = next.messages[session.id]
    const theirs = event.messages[session.id]
    if (ours === undefined) continue
    const merged = theirs === undefined ? ours : mergeMessages(theirs, ours, (message) => message.id in state.live)
    next = withMessages(next, session.id, merged)
  }
  const { sessions, deleted } = next
  const isListed = (id: string) => sessions[id] !== undefined && !(id in deleted)
  // Those that the stored order does not name stay as they are, and of thousands only what changed may be new.
  const named = new Set(event.order)
  const order = reconcileOrder([...state.order.filter((id) => !named.has(id)), ...event.order], changed, isListed)
  if (order.length === 0) return { ...withFirst({ ...next, order }, event.fresh), currentId: event.fresh.id }
  const currentId = order.includes(state.currentId) ? state.currentId : (order[0] ?? state.currentId)
  return { ...next, order, currentId }
}
