import { wordsOf } from "#core/gateway/content.ts"
import { conversationStore } from "../../../state/conversation-store.ts"

/** The user's last question in a conversation, for editing it again; empty where there is none. */
export function lastWords(sessionId: string): string {
  const messages = conversationStore.getState().messages[sessionId]
  return wordsOf(messages?.findLast(({ role }) => role === "user")?.content ?? "")
}
