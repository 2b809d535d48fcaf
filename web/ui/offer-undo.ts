import { texts } from "../platform/texts.ts"
import { showToast } from "./toast.tsx"

/** The specification's time for taking something back, in ms. */
const undoMs = 5_000

export interface UndoOffer {
  /** What was done. */
  readonly text: string
  readonly onUndo: () => void
  /** Where taking it back has a word of its own. */
  readonly action?: string
  /** Told when the offer is no longer there, taken or not. */
  readonly onGone?: () => void
}

/** Says what was done, and offers for a while to take it back. */
export function offerUndo({ text, onUndo, action = texts().shell.undo, onGone }: UndoOffer): void {
  showToast({ text, action: { text: action, onClick: onUndo }, durationMs: undoMs, ...(onGone && { onGone }) })
}
