import { texts } from "../../platform/texts.ts"
import { deleteSession, restoreSession } from "../../state/conversation-store.ts"
import { showToast } from "../../ui/toast.tsx"

/** The specification's time for taking a deletion back. */
const undoMs = 5000

/** Takes a conversation off the list, and offers to bring it back. The focus goes from its `row` to the next one. */
export function deleteWithUndo(sessionId: string, row?: HTMLElement | null): void {
  const t = texts().shell
  neighbourOf(row)?.focus()
  deleteSession(sessionId, undoMs)
  showToast({
    text: t.conversationDeleted,
    action: { text: t.undo, onClick: () => restoreSession(sessionId) },
    durationMs: undoMs,
  })
}

function neighbourOf(row: HTMLElement | null | undefined): HTMLElement | undefined {
  const item = row?.closest("li")
  if (!item) return undefined
  const links = [...(item.parentElement?.querySelectorAll<HTMLElement>("li a") ?? [])]
  const at = links.findIndex((link) => link === row)
  return links[at + 1] ?? links[at - 1]
}
