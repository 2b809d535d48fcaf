import { create } from "zustand"

/** What of sharing is open above the page. */
export type ShareDialogState =
  | { readonly kind: "conversation"; readonly sessionId: string }
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
