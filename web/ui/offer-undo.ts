import { texts } from "../platform/language/texts.ts"
import { openToast } from "./toast.tsx"

/** How long an undo is offered, in ms. */
const undoMs = 5_000

export interface UndoOffer {
  /** The text that describes the action. */
  readonly text: string
  readonly onUndo: () => void
  /** The label of the undo button, where it differs from the usual one. */
  readonly action?: string
  /** Called when the offer is gone, whether it was used or not. */
  readonly onGone?: () => void
}

/** Shows a toast about an action and offers to undo it for a while. Returns what ends the offer. */
export function offerUndo({ text, onUndo, action = texts().shell.undo, onGone }: UndoOffer): () => void {
  return openToast({ text, action: { text: action, onClick: onUndo }, durationMs: undoMs, ...(onGone && { onGone }) })
}
