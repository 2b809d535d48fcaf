import type { TabHint } from "../platform/storage/tab-channel.ts"
import { withoutSessions } from "./conversation-persistence.ts"
import { conversationStore } from "./conversation-store.ts"
import { freshSession } from "./fresh-session.ts"
import { reportStorage } from "./storage-state.ts"
import {
  conversationPersistence,
  conversationStorage,
  loadMessages,
  positionsOf,
  readMessages,
} from "./stored-conversations.ts"
import { forgetTabDraft } from "./tab-drafts.ts"

/** Conversations that another tab deleted. */
const removedElsewhere = new Set<string>()

export function wasDeletedElsewhere(sessionId: string): boolean {
  return removedElsewhere.has(sessionId)
}

/** Takes over what is stored of a session: another tab may have written it a moment ago. */
export async function refreshSession(sessionId: string): Promise<void> {
  await adoptFromElsewhere({ sessions: [sessionId], removedSessions: [], folders: false })
}

/** What was told and is not taken over yet. */
let told: readonly TabHint[] = []
let adopting: Promise<(hint: TabHint) => Promise<void>> | undefined

/** Takes over what another tab or a worker wrote. The code for it is fetched when the first one does. */
export async function adoptFromElsewhere(hint: TabHint): Promise<void> {
  told = [...told, hint]
  adopting ??= loadAdopting().then(({ adopter }) =>
    adopter({
      storage: conversationStorage(),
      current: conversationStore.getState,
      flush: async () => conversationPersistence()?.flush(),
      readMessages,
      positionsOf,
      fresh: freshSession,
      trouble: reportStorage,
      accept(adopted, removed) {
        for (const id of removed) {
          removedElsewhere.add(id)
          if (adopted.sessions[id] === undefined) forgetTabDraft(id)
        }
        // Of what was deleted there and lives on here, because an answer arrives in it, the storage has nothing any more.
        conversationPersistence()?.adopt(withoutSessions(adopted, removed))
        conversationStore.setState(adopted, true)
      },
    }),
  )
  try {
    const adopt = await adopting
    const hints = told
    told = []
    await Promise.all(hints.map(adopt))
  } catch {
    // What was told is taken over with the next word, once the code for it can be fetched.
    adopting = undefined
    return
  }
  await loadMessages(conversationStore.getState().currentId)
}

export const loadAdopting = () => import("./adopt-elsewhere.ts")
