import { recoverFocus } from "../../state/composer-focus.ts"
import { deleteWithUndo } from "../../state/delete-with-undo.ts"

/** Deletes a conversation from the list, with an offer to bring it back. The focus goes from its `row` to the next one. */
export function deleteRow(sessionId: string, row: HTMLElement | null): void {
  neighbourOf(row, "li a")?.focus()
  deleteWithUndo(sessionId)
  requestAnimationFrame(recoverFocus)
}

/** The next row of a list, or the previous one; `kind` is a selector. */
export function neighbourOf(row: HTMLElement | null, kind: string): HTMLElement | undefined {
  const all = [...(row?.closest("ul")?.querySelectorAll<HTMLElement>(kind) ?? [])]
  const at = all.findIndex((one) => one === row)
  return at === -1 ? undefined : (all[at + 1] ?? all[at - 1])
}
