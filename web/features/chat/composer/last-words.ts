import { wordsOf } from "#core/gateway/content.ts"
import { conversationStore } from "../../../state/conversation-store.ts"

/** What was written last in a conversation, to go on from; empty where nothing was. */
export function lastWords(sessionId: string): string {
  const messages = conversationStore.getState().messages[sessionId]
  return wordsOf(messages?.findLast(({ role }) => role === "user")?.content ?? "")
}
