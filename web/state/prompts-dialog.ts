import { create } from "zustand"

/** Whether the list of prompts is open: the composer's suggestions open it, and so do the settings. */
export const usePromptsDialog = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export function openPrompts(): void {
  usePromptsDialog.setState({ isOpen: true })
}

export function closePrompts(): void {
  usePromptsDialog.setState({ isOpen: false })
}
