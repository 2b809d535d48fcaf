import { madeBy } from "#core/conversation/tool-rounds.ts"
import type { MessageRow } from "../platform/storage/database.ts"
import { startConversations } from "./start-conversations.ts"
import { conversationPersistence, conversationStorage } from "./stored-conversations.ts"

/**
 * The answer that a run of the server made, wherever it stands; in the conversation it was `asked` in, also one of which
 * the run made an earlier round or another version.
 */
export async function findAnswer(runId: string, asked?: string): Promise<MessageRow | undefined> {
  await startConversations()
  await conversationPersistence()?.flush()
  const shown = await conversationStorage().findAnswer(runId)
  if (shown !== undefined || asked === undefined) return shown
  return (await conversationStorage().loadMessages(asked)).find(({ message }) => madeBy(message, runId))
}
