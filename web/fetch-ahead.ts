import { whenIdle } from "./platform/when-idle.ts"
import { conversationStore, startConversations } from "./state/conversation-store.ts"

/**
 * The search works without a connection, too, and so does what is said of a failure, which often takes the connection along:
 * their code is fetched as soon as anything has been said.
 */
export function fetchAhead(): void {
  void startConversations().then(() => {
    if (isAnythingSaid()) return whenIdle(fetchParts)
    const stop = conversationStore.subscribe(() => {
      if (!isAnythingSaid()) return
      stop()
      whenIdle(fetchParts)
    })
  })
}

function isAnythingSaid(): boolean {
  return Object.values(conversationStore.getState().sessions).some(({ messageCount }) => messageCount > 0)
}

function fetchParts(): void {
  const parts = [
    import("./features/sidebar/search-menu.tsx"),
    import("./features/search/search-screen.tsx"),
    import("./features/chat/message/failure-notice.tsx"),
    import("./platform/search-client.ts").then(({ fetchSearchWorker }) => fetchSearchWorker()),
  ]
  // Who needs one without it is told then.
  void Promise.allSettled(parts)
}
