import type { Folder } from "./folder.ts"
import type { Message } from "./message.ts"
import type { Session } from "./session.ts"

/**
 * All conversations of this browser, as one tab sees them.
 *
 * Sessions and messages are kept by id and apart, so that each piece of an arriving answer replaces one message, the
 * array it stands in, and nothing else: every other session, message and array keeps its identity and is not painted
 * again.
 */
export interface ConversationState {
  /** The ids of all listed sessions, the newest first. Never empty. `listing.ts` decides how they are shown. */
  readonly order: readonly string[]
  /** The listed sessions, and those whose deletion can still be undone. */
  readonly sessions: Readonly<Record<string, Session>>
  /** By session id, oldest first; absent for a session whose messages were not read from storage yet. */
  readonly messages: Readonly<Record<string, readonly Message[]>>
  /** Always one of `order`. */
  readonly currentId: string
  /** The session of each answer that is arriving in this tab, by message id. */
  readonly live: Readonly<Record<string, string>>
  /** The former position of each deleted session, by session id, until the deletion is final. */
  readonly deleted: Readonly<Record<string, number>>
  readonly folders: Readonly<Record<string, Folder>>
}

/**
 * Builds the state at the start. `order` may be outdated: sessions it does not name come first, names without a session
 * are skipped. Without any session, `fresh` is the one to begin with.
 */
export function openConversations(stored: {
  readonly sessions: readonly Session[]
  readonly order: readonly string[]
  readonly currentId: string | undefined
  readonly folders?: readonly Folder[]
  readonly fresh: Session
}): ConversationState {
  const listed = stored.sessions.length > 0 ? stored.sessions : [stored.fresh]
  const sessions: Record<string, Session> = {}
  for (const session of listed) sessions[session.id] = session
  const order = reconcileOrder(stored.order, Object.values(sessions), (id) => sessions[id] !== undefined)
  const currentId = stored.currentId !== undefined && order.includes(stored.currentId) ? stored.currentId : order[0]
  return {
    order,
    sessions,
    messages: stored.sessions.length > 0 ? {} : { [stored.fresh.id]: [] },
    currentId: currentId ?? stored.fresh.id,
    live: {},
    deleted: {},
    folders: Object.fromEntries((stored.folders ?? []).map((folder) => [folder.id, folder])),
  }
}

/** `order` without doubles and what is not listed, with those of `sessions` that it does not name in front, last updated first. */
export function reconcileOrder(
  order: readonly string[],
  sessions: readonly Session[],
  isListed: (sessionId: string) => boolean,
): readonly string[] {
  const known = new Set(order.filter(isListed))
  const unnamed = sessions.filter(({ id }) => !known.has(id) && isListed(id))
  return [...unnamed.sort((a, b) => b.lastUpdate - a.lastUpdate).map(({ id }) => id), ...known]
}

export function selectCurrentSession(state: ConversationState): Session | undefined {
  return state.sessions[state.currentId]
}

/** The conversation in which nothing has been said, named, filed or prepared yet: there is no need of another. */
export function selectUnusedSession(state: ConversationState): Session | undefined {
  const current = selectCurrentSession(state)
  if (current !== undefined && isUnused(current)) return current
  return state.order.map((id) => state.sessions[id]).find((session) => session !== undefined && isUnused(session))
}

function isUnused({ messageCount, topic, temporary, pinned, folderId, mask }: Session): boolean {
  const isPlain = messageCount === 0 && topic === "" && mask.context.length === 0
  return isPlain && !temporary && !pinned && folderId === undefined
}

/** A session's messages, oldest first; undefined while they are not loaded. */
export function selectMessages(state: ConversationState, sessionId: string): readonly Message[] | undefined {
  return state.messages[sessionId]
}

/** The answer arriving in a session, in this tab or another. */
export function selectAnswering(state: ConversationState, sessionId: string): Message | undefined {
  return state.messages[sessionId]?.findLast((message) => message.streaming)
}

/** The state with one session changed; the same state when the session is unknown or `change` returns it as it was. */
export function changeSession(
  state: ConversationState,
  sessionId: string,
  change: (session: Session) => Session,
): ConversationState {
  const session = state.sessions[sessionId]
  if (session === undefined) return state
  const changed = change(session)
  return changed === session ? state : { ...state, sessions: { ...state.sessions, [sessionId]: changed } }
}

/** The state with one session's messages replaced and counted. */
export function withMessages(
  state: ConversationState,
  sessionId: string,
  messages: readonly Message[],
): ConversationState {
  const next = { ...state, messages: { ...state.messages, [sessionId]: messages } }
  return changeSession(next, sessionId, (session) =>
    session.messageCount === messages.length ? session : { ...session, messageCount: messages.length },
  )
}

export function withoutKey<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record
  return rest
}

/** The same, without several at once: copies of thousands, one for each that goes, would be felt. */
export function withoutKeys<Value>(
  record: Readonly<Record<string, Value>>,
  keys: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.keys(record).some((name) => keys.has(name))
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !keys.has(name)))
    : record
}
