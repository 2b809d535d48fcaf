import { holdsUnsent } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"
import { storageStore } from "./storage-state.ts"

const holders: (() => boolean)[] = []

/** `holds` tells whether it has something that is stored nowhere and would be gone with this page. */
export function whoHoldsOnlyHere(holds: () => boolean): void {
  holders.push(holds)
}

/** Whether something that was said or written would be gone with this page: it stands in a temporary conversation, or is stored nowhere. */
export function isOnlyHere(): boolean {
  const { sessions } = conversationStore.getState()
  return (
    storageStore.getState().state === "unavailable" ||
    holders.some((holds) => holds()) ||
    Object.values(sessions).some(
      ({ id, temporary, messageCount }) => temporary === true && (messageCount > 0 || holdsUnsent(id)),
    )
  )
}
