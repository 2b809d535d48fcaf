import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import type { Session } from "#core/conversation/session.ts"
import {
  conversationStorage,
  conversationStore,
  dispatch,
  purgeSession,
  startConversations,
  wasDeletedElsewhere,
} from "./conversation-store.ts"
import { freshSession } from "./fresh-session.ts"
import { reportStorage } from "./storage-state.ts"
import { keepTabDraft, tabDraft } from "./tab-drafts.ts"

/** By session id, the draft as this tab last read or wrote it. */
const knownDrafts = new Map<string, string>()

/** What stands in a conversation and was not sent: what this tab wrote there before a reload, else what any tab wrote last. */
export async function loadDraft(sessionId: string): Promise<string> {
  await startConversations()
  const own = tabDraft(sessionId)
  try {
    const draft = own ?? (await conversationStorage().loadDraft(sessionId))
    knownDrafts.set(sessionId, draft)
    return draft
  } catch (trouble) {
    reportStorage(trouble)
    return ""
  }
}

/** Two tabs may write in one conversation: each finds its own words after a reload, and sends away no others. */
export function saveDraft(sessionId: string, text: string): void {
  if (conversationStore.getState().sessions[sessionId]?.temporary) return
  keepTabDraft(sessionId, text)
  const known = knownDrafts.get(sessionId)
  knownDrafts.set(sessionId, text)
  void conversationStorage().saveDraft(sessionId, text, known).catch(reportStorage)
}

/**
 * What is written in a conversation when its field goes. Where another tab has deleted the conversation, its words and its
 * files go on in a new one; returns that one's id.
 */
export function keepDraft(sessionId: string, text: string, hasFiles: boolean): string | undefined {
  const isOurs = conversationStore.getState().sessions[sessionId] !== undefined || !wasDeletedElsewhere(sessionId)
  if (isOurs || (text.trim() === "" && !hasFiles)) return undefined
  const unused = selectCurrentSession(conversationStore.getState())
  const session = freshSession()
  void conversationStorage().saveDraft(session.id, text).catch(reportStorage)
  dispatch({ type: "session-created", session })
  void leaveUnused(unused)
  return session.id
}

/** Takes a conversation off the list in which nothing was said and nothing is written. */
export async function leaveUnused(session: Session | undefined): Promise<void> {
  if (session === undefined || session.messageCount > 0 || session.topic !== "" || session.temporary) return
  if ((await loadDraft(session.id)) !== "") return
  dispatch({ type: "session-deleted", sessionId: session.id, fresh: session })
  purgeSession(session.id)
}
