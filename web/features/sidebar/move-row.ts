import { listConversations, sectionOf } from "#core/conversation/listing.ts"
import type { Session } from "#core/conversation/session.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { texts } from "../../platform/language/texts.ts"
import { recoverFocus } from "../../state/composer-focus.ts"
import { conversationStore, dispatch } from "../../state/conversation-store.ts"
import { lastMove } from "./last-move.ts"

/** Moves a chat one place up (-1) or down (1) within its part of the list; the focus stays on it. */
export function moveRow(sessionId: string, step: -1 | 1): void {
  const section = sectionWith(sessionId)
  const beside = section[section.findIndex(({ id }) => id === sessionId) + step]
  if (beside !== undefined) {
    dispatch({ type: "session-moved", sessionId, side: step === -1 ? "before" : "after", besideId: beside.id })
  }
  focusRow(sessionId)
  tellPlace(sessionId)
}

/** Puts a chat into a folder, or out of all; the focus goes along. */
export function fileRow(sessionId: string, folderId: string | undefined): void {
  dispatch({ type: "session-filed", sessionId, folderId })
  focusRow(sessionId)
  tellPlace(sessionId, folderId === undefined ? undefined : conversationStore.getState().folders[folderId]?.name)
}

/** Puts a chat among the pinned, or back; the focus goes along. */
export function pinRow(sessionId: string, pinned: boolean): void {
  dispatch({ type: "session-pinned", sessionId, pinned })
  focusRow(sessionId)
  tellPlace(sessionId, pinned ? texts().talk.pinned : undefined)
}

function sectionWith(sessionId: string): readonly Session[] {
  return sectionOf(listConversations(conversationStore.getState()), sessionId)
}

/** `part`: of the list, where the chat is new in it. */
function tellPlace(sessionId: string, part?: string): void {
  const section = sectionWith(sessionId)
  const place = texts().talk.movedTo(section.findIndex(({ id }) => id === sessionId) + 1, section.length)
  const said = part === undefined ? place : joinSentences(part, place)
  lastMove.set({ said, nth: lastMove.get().nth + 1 })
}

/** A node that changes its place in the page loses the focus. In a folder that is shut, its row is not there. */
function focusRow(sessionId: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-chat="${CSS.escape(sessionId)}"]`)
    if (row) row.focus()
    else recoverFocus()
  })
}
