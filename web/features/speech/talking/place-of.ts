import { conversationStore } from "../../../state/conversation-store.ts"
import { presentId } from "../../../state/given-way.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { conversationStorage } from "../../../state/stored-conversations.ts"

/**
 * Where the conversation of a recording is: `deleted` while that may still be undone. Another tab may have begun it: one that is
 * not here is gone only where the storage has nothing of it.
 */
export async function placeOf(spokenIn: string): Promise<"here" | "deleted" | "gone"> {
  await startConversations()
  const sessionId = presentId(spokenIn)
  const { sessions, deleted } = conversationStore.getState()
  if (deleted[sessionId] !== undefined) return "deleted"
  if (sessions[sessionId] !== undefined) return "here"
  const stored = await conversationStorage()
    .loadSome([sessionId])
    .catch(() => undefined)
  return stored?.length === 0 ? "gone" : "here"
}

/** Does something once a conversation's deletion was undone (`isBack`), or is final. */
export function onceDecided(sessionId: string, act: (isBack: boolean) => void): void {
  const stop = conversationStore.subscribe(({ deleted, sessions }) => {
    if (deleted[sessionId] !== undefined) return
    stop()
    act(sessions[sessionId] !== undefined)
  })
}
