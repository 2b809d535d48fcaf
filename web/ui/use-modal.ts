import { useEffect, useLayoutEffect, useRef, type MouseEvent } from "react"
import { openLayer } from "../platform/browser/history-layers.ts"
import { createEmitter, useEmitter } from "./emitter.ts"

/** The open dialogs, the lowest first. */
const openDialogs = createEmitter<readonly HTMLDialogElement[]>([])

/** What lies below another dialog is marked: where they are sheets, one at a time is seen. */
function setOpenDialogs(dialogs: readonly HTMLDialogElement[]): void {
  openDialogs.set(dialogs)
  for (const dialog of dialogs) dialog.toggleAttribute("data-covered", dialog !== dialogs.at(-1))
}

/** The topmost modal dialog: nothing outside it can be pressed. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useEmitter(openDialogs).at(-1)
}

/**
 * Opens a `<dialog>` as a modal while `isOpen`, and closes it by a press on its backdrop or, on phones, the back button. The
 * focus returns to `opener`, or else to what had it.
 */
export function useModal(isOpen: boolean, onClose: () => void, opener?: HTMLElement | null) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  const giver = useRef(opener)
  useEffect(() => {
    close.current = onClose
    giver.current = opener
  })
  useEffect(() => (isOpen ? openLayer(() => close.current()) : undefined), [isOpen])
  useEffect(() => {
    const dialog = ref.current
    if (!isOpen || dialog === null) return
    const before = document.activeElement
    dialog.showModal()
    setOpenDialogs([...openDialogs.get(), dialog])
    // A field marked for the focus takes precedence over the close button.
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus()
    return () => {
      // Who closed it with a key may be elsewhere by now: the browser has returned the focus, and this comes a moment later.
      const now = document.activeElement
      const isLeft = now !== null && now !== document.body && now !== before && !dialog.contains(now)
      dialog.close()
      setOpenDialogs(openDialogs.get().filter((one) => one !== dialog))
      // Otherwise React removes the element before the browser can return the focus itself.
      const to = giver.current ?? before
      if (!isLeft && to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
    }
  }, [isOpen])
  const onBackdrop = (event: MouseEvent) => {
    if (event.target !== ref.current) return
    // The press would give the focus to the page, after the window has given it back.
    event.preventDefault()
    onClose()
  }
  return { ref, onBackdrop }
}

/** The same for a window that is a sheet at the lower edge on a phone: a swipe down closes it too, and it is seen to leave. */
export function useSheet(isOpen: boolean, onClose: () => void, opener?: HTMLElement | null) {
  const modal = useModal(isOpen, onClose, opener)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  const { ref } = modal
  // What watches it learns that it has gone before the page without it is painted.
  useLayoutEffect(() => {
    const sheet = ref.current
    if (!isOpen || sheet === null) return
    const over = new AbortController()
    // Without its code the sheet has its other ways to close.
    void import("./sheet-swipe.ts").then(
      ({ watchSheetSwipe }) => {
        if (over.signal.aborted) return
        over.signal.addEventListener(
          "abort",
          watchSheetSwipe(sheet, () => close.current()),
        )
      },
      () => undefined,
    )
    return () => over.abort()
  }, [ref, isOpen])
  return modal
}
