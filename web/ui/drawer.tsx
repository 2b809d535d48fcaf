import type { ReactNode } from "react"
import { create } from "zustand"
import styles from "./drawer.module.css"
import { useSwipe } from "./use-swipe.ts"
import { useModal } from "./use-modal.ts"

interface DrawerState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** Whether the page's drawer is open. */
export const useDrawer = create<DrawerState>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}))

/**
 * A panel over the page, at the side where reading starts; a swipe opens and closes it. It is a modal, so Escape, focus
 * and a tap outside behave as expected.
 */
export function Drawer({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const { isOpen, open, close } = useDrawer()
  useSwipe(isOpen ? "out" : "in", isOpen ? close : open)
  const { ref, onBackdrop } = useModal(isOpen, close)
  if (!isOpen) return null
  return (
    <dialog ref={ref} className={styles.drawer} aria-label={label} data-drawer onClose={close} onMouseDown={onBackdrop}>
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}
