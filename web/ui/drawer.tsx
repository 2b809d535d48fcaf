import { createContext, useContext, useMemo, useState, type ReactNode } from "react"
import styles from "./drawer.module.css"
import { useSwipe } from "./use-swipe.ts"
import { useModal } from "./use-modal.ts"

interface DrawerState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

const noDrawer: DrawerState = { isOpen: false, open: () => {}, close: () => {} }
const DrawerContext = createContext<DrawerState>(noDrawer)

/** Provides the open state of the page's drawer. */
export function DrawerProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const state = useMemo(() => ({ isOpen, open: () => setOpen(true), close: () => setOpen(false) }), [isOpen])
  return <DrawerContext value={state}>{children}</DrawerContext>
}

export function useDrawer(): DrawerState {
  return useContext(DrawerContext)
}

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
