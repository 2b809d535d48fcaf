import type { ConversationState } from "#core/conversation/conversation-state.ts"
import type { Session } from "#core/conversation/session.ts"
import { noteLocally } from "../platform/storage/local-journal.ts"
import type { StoredChange } from "../platform/storage/conversation-storage.ts"
import { storedChange } from "./stored-change.ts"

/** The conversations that were begun before it is known what is stored; not the empty one that stands there meanwhile. */
export function begunIn({ order, sessions, currentId }: ConversationState): readonly Session[] {
  const listed = order.flatMap((id) => sessions[id] ?? [])
  return listed.filter(
    ({ id, messageCount, temporary }) =>
      messageCount > 0 || temporary === true || (id === currentId && listed.length > 1),
  )
}

/** What was said in a page that has read nothing from the storage yet, as a change of it; undefined where nothing was. */
export function saidIn(state: ConversationState): StoredChange | undefined {
  const said = Object.values(state.sessions).filter(({ messageCount }) => messageCount > 0)
  const sessions = Object.fromEntries(said.map((session) => [session.id, session]))
  // How conversations are listed is not known here: those without a place come first.
  const change = storedChange(
    { ...state, sessions: {}, messages: {}, currentId: "" },
    { ...state, sessions },
    new Map(),
  )
  return change.sessions.length === 0 ? undefined : change
}

/**
 * Notes what is said while the storage opens whenever the page may be about to go: the next one saves it. Returns how to stop,
 * which returns how to forget the note once everything is stored.
 */
export function noteWhileOpening(current: () => ConversationState): () => () => void {
  const listening = new AbortController()
  let forget = () => {}
  const note = () => {
    const change = saidIn(current())
    forget()
    forget = change === undefined ? () => {} : noteLocally(change, Date.now())
  }
  addEventListener("pagehide", note, listening)
  document.addEventListener("visibilitychange", () => document.hidden && note(), listening)
  return () => {
    listening.abort()
    return forget
  }
}
