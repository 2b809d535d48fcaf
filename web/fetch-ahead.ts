import { whenIdle } from "./platform/when-idle.ts"
import { conversationStore, startConversations } from "./state/conversation-store.ts"

/** The search works without a connection, too: its code is fetched as soon as there is something to search. */
export function fetchSearchAhead(): void {
  void startConversations().then(() => {
    if (isAnythingSaid()) return whenIdle(fetchSearch)
    const stop = conversationStore.subscribe(() => {
      if (!isAnythingSaid()) return
      stop()
      whenIdle(fetchSearch)
    })
  })
}

function isAnythingSaid(): boolean {
  return Object.values(conversationStore.getState().sessions).some(({ messageCount }) => messageCount > 0)
}

function fetchSearch(): void {
  const parts = [
    import("./features/sidebar/search-menu.tsx"),
    import("./features/search/search-screen.tsx"),
    import("./platform/search-client.ts").then(({ fetchSearchWorker }) => fetchSearchWorker()),
  ]
  // Who searches without it is told then.
  void Promise.allSettled(parts)
}
