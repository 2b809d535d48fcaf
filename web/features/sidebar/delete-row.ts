import { deleteWithUndo } from "../../state/delete-with-undo.ts"

/** Deletes a conversation from the list, with an offer to bring it back. The focus goes from its `row` to the next one. */
export function deleteRow(sessionId: string, row: HTMLElement | null): void {
  neighbourOf(row)?.focus()
  deleteWithUndo(sessionId)
}

function neighbourOf(row: HTMLElement | null): HTMLElement | undefined {
  const item = row?.closest("li")
  if (!item) return undefined
  const links = [...(item.parentElement?.querySelectorAll<HTMLElement>("li a") ?? [])]
  const at = links.findIndex((link) => link === row)
  return links[at + 1] ?? links[at - 1]
}
