import { conversationStore } from "./conversation-store.ts"
import { storeStrictly } from "./stored-conversations.ts"
import { isOpening, storageStore } from "./storage-state.ts"

/** The conversations of this tab as JSON, where the storage did not take all of them; undefined where it did. */
export async function unsavedConversations(): Promise<string | undefined> {
  if (!isOpening(storageStore.getState()) && (await storeStrictly())) return undefined
  const { sessions, messages } = conversationStore.getState()
  const kept = Object.values(sessions).filter(({ temporary, messageCount }) => temporary !== true && messageCount > 0)
  if (kept.length === 0) return undefined
  return JSON.stringify(kept.map((session) => ({ session, messages: messages[session.id] ?? [] })))
}

/** The title of a conversation on screen; undefined where it is unknown or has none. */
export function topicOf(sessionId: string): string | undefined {
  const { sessions } = conversationStore.getState()
  return Object.hasOwn(sessions, sessionId) ? sessions[sessionId]?.topic || undefined : undefined
}
