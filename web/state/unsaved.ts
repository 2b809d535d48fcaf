import { conversationStore, storeStrictly } from "./conversation-store.ts"
import { storageStore } from "./storage-state.ts"

/** The conversations of this tab as JSON, where the storage did not take all of them; undefined where it did. */
export async function unsavedConversations(): Promise<string | undefined> {
  if (storageStore.getState().state !== "opening" && (await storeStrictly())) return undefined
  const { sessions, messages } = conversationStore.getState()
  const kept = Object.values(sessions).filter(({ temporary, messageCount }) => temporary !== true && messageCount > 0)
  if (kept.length === 0) return undefined
  return JSON.stringify(kept.map((session) => ({ session, messages: messages[session.id] ?? [] })))
}

/** What a conversation is called on the screen; undefined where it is not known or has no name. */
export function topicOf(sessionId: string): string | undefined {
  const { sessions } = conversationStore.getState()
  return Object.hasOwn(sessions, sessionId) ? sessions[sessionId]?.topic || undefined : undefined
}
