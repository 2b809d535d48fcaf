import { create } from "zustand"
import type { SharedLink } from "#core/shares/shared-link.ts"

/** What of sharing is open above the page. */
export type ShareDialogState =
  | { readonly kind: "conversation"; readonly sessionId: string }
  /** A link that was just made. `isKept`: it stands in the list of them. */
  | { readonly kind: "made"; readonly link: SharedLink; readonly isKept: boolean }
  /** The links that were made here. */
  | { readonly kind: "links" }
  /** A conversation that somebody shared, offered as a copy. */
  | { readonly kind: "received"; readonly id: string }

export const useShareDialogs = create<{ readonly open: ShareDialogState | undefined }>()(() => ({ open: undefined }))

export function openShareDialog(open: ShareDialogState): void {
  useShareDialogs.setState({ open })
}

export function closeShareDialog(): void {
  useShareDialogs.setState({ open: undefined })
}
