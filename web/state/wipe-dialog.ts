import { create } from "zustand"

/** Whether the window that deletes everything is open, and whether its code could not be fetched. */
export const useWipeDialog = create<{ readonly isOpen: boolean; readonly isMissing: boolean }>()(() => ({
  isOpen: false,
  isMissing: false,
}))

export function openWipe(): void {
  useWipeDialog.setState({ isOpen: true, isMissing: false })
}

export function closeWipe(): void {
  useWipeDialog.setState({ isOpen: false })
}

/** The window's code could not be fetched, so nothing was deleted. */
export function wipeIsMissing(): void {
  useWipeDialog.setState({ isOpen: false, isMissing: true })
}
