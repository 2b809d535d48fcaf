import { create } from "zustand"

/** The windows of import, export and backup. */
export type PortableDialog =
  | { readonly kind: "import"; readonly files: readonly File[] }
  | { readonly kind: "export"; readonly sessionId: string }
  | { readonly kind: "backup" }

/** Which of these windows is open. */
export const usePortableDialog = create<{ readonly open?: PortableDialog | undefined }>()(() => ({}))

export function openPortable(open: PortableDialog): void {
  usePortableDialog.setState({ open })
}

export function closePortable(): void {
  usePortableDialog.setState({ open: undefined })
}
