import { create } from "zustand"

/** Whether the plans window is open: the sidebar opens it, and so does a refusal that premium would lift. */
export const usePlansDialog = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export function openPlans(): void {
  usePlansDialog.setState({ isOpen: true })
}

export function closePlans(): void {
  usePlansDialog.setState({ isOpen: false })
}
