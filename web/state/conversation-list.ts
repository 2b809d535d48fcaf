import { selectCurrentSession, selectUnusedSession } from "#core/conversation/conversation-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { branchTopic, forkSession, type Session } from "#core/conversation/session.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import { newId } from "../platform/browser/new-id.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { forgetDeletion, noteDeletion } from "./deletions-under-way.ts"
import { freshSession } from "./fresh-session.ts"
import { flushStrictly, loadMessages } from "./stored-conversations.ts"
import { forgetTabDraft, forgetTabDrafts } from "./tab-drafts.ts"
import { leaveMaskUnused, renewUnused } from "./unused-conversation.ts"

/** A new conversation at the front of the list, selected. Returns its id. An empty one that is there is taken. */
export function createSession(): string {
  leaveMaskUnused()
  const state = conversationStore.getState()
  const current = selectCurrentSession(state)
  const unused = selectUnusedSession(state)
  if (unused === undefined) dispatch({ type: "session-created", session: freshSession() })
  else {
    renewUnused(unused)
    if (unused !== current) dispatch({ type: "session-reused", sessionId: unused.id, now: Date.now() })
  }
  const { currentId } = conversationStore.getState()
  void loadMessages(currentId)
  if (isOfNoUse(current)) {
    dispatch({ type: "session-deleted", sessionId: current.id, fresh: freshSession() })
    purgeSession(current.id)
  }
  return currentId
}

/** A temporary conversation in which nothing was said or begun is of no use to anybody. */
export function isOfNoUse(session: Session | undefined): session is Session {
  return session?.temporary === true && session.messageCount === 0 && !holdsUnsent(session.id)
}

export function selectSession(sessionId: string): void {
  dispatch({ type: "session-selected", sessionId })
  void loadMessages(sessionId)
}

/** A new conversation of which nothing is ever stored. Returns its id. */
export function createTemporarySession(): string {
  const session: Session = { ...freshSession(), temporary: true }
  dispatch({ type: "session-created", session })
  return session.id
}

/** Whether nothing of a conversation may be stored: it is temporary, or it is gone, and nobody knows any more what it was. */
export function isNeverStored(sessionId: string): boolean {
  const session = conversationStore.getState().sessions[sessionId]
  return session === undefined || session.temporary === true
}

type Holds = (sessionId: string) => boolean
const holders: Holds[] = []

/** `holds` tells whether it has something of a conversation that is not sent yet: for that, a temporary one stays. */
export function whoHoldsUnsent(holds: Holds): void {
  holders.push(holds)
}

/** Whether something was begun in a conversation and is not sent yet, as far as this tab knows. */
export function holdsUnsent(sessionId: string): boolean {
  return holders.some((holds) => holds(sessionId))
}

/** A copy of a conversation, or of its first `count` messages, selected. Returns its id. */
export async function copySession(sessionId: string, count?: number): Promise<string | undefined> {
  await loadMessages(sessionId)
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const said = messages[sessionId]
  if (session === undefined || said === undefined) return undefined
  const topic = branchTopic(
    session.topic,
    Object.values(sessions).map((one) => one.topic),
  )
  const copy = forkSession({ ...session, topic }, said.slice(0, count), { id: newId(), now: Date.now(), newId })
  dispatch({ type: "session-created", ...copy })
  return copy.session.id
}

/** Takes a conversation off the list. Until `purgeSession` it can be brought back, with whatever arrived meanwhile. */
export function deleteSession(sessionId: string): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session !== undefined && !session.temporary) noteDeletion(session, Date.now())
  takeOffList(sessionId)
}

export function takeOffList(sessionId: string): void {
  dispatch({ type: "session-deleted", sessionId, fresh: freshSession() })
  void loadMessages(conversationStore.getState().currentId)
}

export function restoreSession(sessionId: string): void {
  dispatch({ type: "session-restored", sessionId })
  void forgetDeletion(sessionId)
}

/** Makes a deletion final, if it was not undone. */
export function purgeSession(sessionId: string): void {
  if (sessionId in conversationStore.getState().deleted) forgetTabDraft(sessionId)
  dispatch({ type: "session-purged", sessionId })
  void forgetDeletion(sessionId, flushStrictly)
}

/** Deletes all conversations and folders for good. */
export function deleteAllSessions(): void {
  forgetTabDrafts()
  dispatch({ type: "all-sessions-deleted", fresh: freshSession() })
}

/**
 * Adds a conversation that began elsewhere, without taking the reader there. `asked` is its name there: kept where it is
 * free here, so that both are one when they meet again.
 */
export function addSession(topic: string, messages: readonly Message[], asked?: string): string {
  const { sessions } = conversationStore.getState()
  const fresh = freshSession()
  const session = { ...fresh, id: !isRecordId(asked) || asked in sessions ? fresh.id : asked, topic }
  dispatch({ type: "session-created", session, messages, unopened: true })
  return session.id
}
