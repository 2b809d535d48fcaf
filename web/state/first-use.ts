import { whenIdle } from "../platform/browser/when-idle.ts"
import { attachmentStore } from "./attachment-store.ts"
import { conversationStore, startConversations } from "./conversation-store.ts"

/** Whether there is a message in any conversation. */
export function isAnythingSaid(): boolean {
  return Object.values(conversationStore.getState().sessions).some(({ messageCount }) => messageCount > 0)
}

/** Runs something in an idle moment once anything has been said, or attached in order to be: not while the page is only looked at. */
export function whenUsed(run: () => void): void {
  void startConversations().then(() => {
    if (isAnythingSaid()) return whenIdle(run)
    const begin = () => {
      if (!isAnythingSaid() && !isAnythingAttached()) return
      for (const stop of stops) stop()
      whenIdle(run)
    }
    const stops = [conversationStore.subscribe(begin), attachmentStore.subscribe(begin)]
  })
}

function isAnythingAttached(): boolean {
  return Object.values(attachmentStore.getState()).some((tray) => tray.length > 0)
}
