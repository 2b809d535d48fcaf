import { holdsUnsent } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"
import { storageStore } from "./storage-state.ts"

/** Whether something that was said or written would be gone with this page: it stands in a temporary conversation, or nothing can be stored. */
export function isOnlyHere(): boolean {
  const { sessions } = conversationStore.getState()
  return (
    storageStore.getState().state === "unavailable" ||
    Object.values(sessions).some(
      ({ id, temporary, messageCount }) => temporary === true && (messageCount > 0 || holdsUnsent(id)),
    )
  )
}
