import { texts } from "../../platform/texts.ts"
import { deleteSession, purgeSession, restoreSession } from "../../state/conversation-store.ts"
import { showToast } from "../../ui/toast.tsx"

/** The specification's time for taking a deletion back. */
const undoMs = 5000

/** Takes a conversation off the list, and offers to bring it back. The focus goes from its `row` to the next one. */
export function deleteWithUndo(sessionId: string, row?: HTMLElement | null): void {
  const t = texts().shell
  neighbourOf(row)?.focus()
  deleteSession(sessionId)
  const finalAt = Date.now() + undoMs
  showToast({
    text: t.conversationDeleted,
    action: { text: t.undo, onClick: () => restoreSession(sessionId) },
    durationMs: undoMs,
    // Pointed at, the offer stands for longer. Replaced by another one, the deletion waits for its time all the same.
    onGone: () => {
      const leftMs = finalAt - Date.now()
      if (leftMs > 0) setTimeout(() => purgeSession(sessionId), leftMs)
      else purgeSession(sessionId)
    },
  })
}

function neighbourOf(row: HTMLElement | null | undefined): HTMLElement | undefined {
  const item = row?.closest("li")
  if (!item) return undefined
  const links = [...(item.parentElement?.querySelectorAll<HTMLElement>("li a") ?? [])]
  const at = links.findIndex((link) => link === row)
  return links[at + 1] ?? links[at - 1]
}
