import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import { openConversations, type ConversationState } from "#core/conversation/conversation-state.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import { freshSession } from "./fresh-session.ts"

/**
 * All conversations of this tab, by the rules of the reducer (`core/conversation`). What is done with a whole conversation
 * stands in `conversation-list.ts`, how they come from the disk and get there in `start-conversations.ts` and
 * `stored-conversations.ts`.
 */
export const conversationStore = createStore<ConversationState>(() =>
  openConversations({ sessions: [], order: [], currentId: undefined, fresh: freshSession() }),
)

export function useConversations<Selected>(selector: (state: ConversationState) => Selected): Selected {
  return useStore(conversationStore, selector)
}

export function dispatch(event: ConversationEvent): void {
  conversationStore.setState((state) => applyConversationEvent(state, event), true)
}
