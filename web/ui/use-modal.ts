import { useEffect, useRef, type MouseEvent } from "react"
import { openLayer } from "../platform/browser/history-layers.ts"
import { createEmitter, useEmitter } from "./emitter.ts"

/** The open dialogs, the lowest first. */
const openDialogs = createEmitter<readonly HTMLDialogElement[]>([])

/** The topmost modal dialog: nothing outside it can be pressed. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useEmitter(openDialogs).at(-1)
}

/** Opens a `<dialog>` as a modal while `isOpen`, and closes it by a press on its backdrop or, on phones, the back button. */
export function useModal(isOpen: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (isOpen ? openLayer(() => close.current()) : undefined), [isOpen])
  useEffect(() => {
    const dialog = ref.current
    if (!isOpen || dialog === null) return
    const before = document.activeElement
    dialog.showModal()
    openDialogs.set([...openDialogs.get(), dialog])
    // A field marked for the focus takes precedence over the close button.
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus()
    return () => {
      dialog.close()
      openDialogs.set(openDialogs.get().filter((one) => one !== dialog))
      // React removes the element before the browser can return the focus itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isOpen])
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose()
  }
  return { ref, onBackdrop }
}
