import { useEffect, useRef, type MouseEvent } from "react"
import { openLayer } from "../platform/history-layers.ts"
import { createEmitter, useEmitter } from "./emitter.ts"

/** The lowest first. */
const openDialogs = createEmitter<readonly HTMLDialogElement[]>([])

/** The modal dialog above all others: nothing outside of it can be pressed. */
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
    // The field that was asked for comes before the button that closes.
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus()
    return () => {
      dialog.close()
      openDialogs.set(openDialogs.get().filter((one) => one !== dialog))
      // React takes the element away before the browser can give the focus back itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isOpen])
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose()
  }
  return { ref, onBackdrop }
}
