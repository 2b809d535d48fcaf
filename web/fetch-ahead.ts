import { loadSearchScreen } from "./features/search/load-search-screen.ts"
import { withChapters } from "./platform/language/texts.ts"
import { loadWriting } from "./platform/storage/conversation-storage.ts"
import { loadAdopting } from "./state/changes-elsewhere.ts"
import { whenUsed } from "./state/first-use.ts"

/**
 * The search, receipts and changes to a question must work without a connection: their code is fetched as soon as a message has
 * been sent.
 */
export function fetchAhead(): void {
  whenUsed(fetchParts)
}

function fetchParts(): void {
  const parts = [
    loadWriting(),
    loadAdopting(),
    import("./features/sidebar/search-menu.tsx"),
    loadSearchScreen(),
    withChapters(import("./message/receipt.tsx"), "receipt"),
    withChapters(import("./features/chat/message/queued-message.tsx"), "queue"),
    import("./features/chat/turn/queue.ts"),
    import("./features/offline/start-offline.ts").then((code) => code.startOfflineAfterAnswer()),
    import("./platform/search/search-client.ts").then(({ fetchSearchWorker }) => fetchSearchWorker()),
  ]
  // A part that is missing when it is needed shows a notice then.
  void Promise.allSettled(parts)
}
