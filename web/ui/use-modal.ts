import { useEffect, useRef, type MouseEvent } from "react"
import { openLayer } from "../platform/history-layers.ts"

/** Opens a `<dialog>` as a modal while `open`, and closes it by a press on its backdrop or, on phones, the back button. */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (open ? openLayer(() => close.current()) : undefined), [open])
  useEffect(() => {
    const dialog = ref.current
    if (!open || dialog === null) return
    const before = document.activeElement
    dialog.showModal()
    // The field that was asked for comes before the button that closes.
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus()
    return () => {
      dialog.close()
      // React takes the element away before the browser can give the focus back itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose()
  }
  return { ref, onBackdrop }
}
