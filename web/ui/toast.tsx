import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { classNames } from "./class-names.ts"
import { createEmitter, useEmitter } from "./emitter.ts"
import styles from "./toast.module.css"
import { useTopDialog } from "./use-modal.ts"

export interface ToastAction {
  readonly text: string
  readonly onClick: () => void
}

export interface Toast {
  readonly text: string
  /** An action, such as undoing. */
  readonly action?: ToastAction
  /** Another one, beside the first. */
  readonly otherAction?: ToastAction
  /** How long it stays (default 3 s). */
  readonly durationMs?: number
  /** Called when its time is over or its action was used; guaranteed only for a toast with an action. */
  readonly onGone?: () => void
}

const defaultDurationMs = 3000
const hideMs = 300

/**
 * The most toasts on screen at once. Older ones wait beneath and get their full time once there is room, so no offer is
 * lost to another.
 */
const mostShown = 4

type ShownToast = Toast & { readonly id: number }

const shown = createEmitter<readonly ShownToast[]>([])
let lastId = 0

/** Shows a toast; it replaces the current one unless that one still offers an action. */
export function showToast(toast: Toast): void {
  openToast(toast)
}

/** The same for one that may have to go before its time; returns what takes it away. */
export function openToast(toast: Toast): () => void {
  lastId += 1
  const one = { ...toast, id: lastId }
  shown.set([...shown.get().filter(({ action }) => action !== undefined), one])
  return () => {
    if (shown.get().includes(one)) remove(one)
  }
}

function remove(toast: ShownToast): void {
  shown.set(shown.get().filter(({ id }) => id !== toast.id))
  toast.onGone?.()
}

/**
 * Mounted once by the application. The status element is always in the page, so that screen readers notice its changes.
 * While a dialog is open it is inside that dialog, because nothing outside can be pressed.
 */
export function ToastHost() {
  const toasts = useEmitter(shown)
  const dialog = useTopDialog()
  const [place] = useState(() => document.createElement("div"))
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // A dialog that shows a toast while it closes is no longer in the page at this point.
    const parent = dialog?.isConnected ? dialog : document.body
    if (place.parentElement !== parent) parent.append(place)
    // The toast goes into the browser's top layer, where there is one, above everything opened since.
    if (box.current && "showPopover" in box.current && !box.current.matches(":popover-open")) box.current.showPopover()
  }, [toasts, dialog, place])
  return createPortal(
    <div
      ref={box}
      role="status"
      aria-atomic="false"
      className={styles.host}
      popover="manual"
      data-empty={toasts.length === 0}
    >
      {toasts.slice(-mostShown).map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>,
    place,
  )
}

/** A toast that stays while it is hovered or focused. */
function ToastBox({ toast }: { readonly toast: ShownToast }) {
  const [isHeld, setHeld] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    if (isHeld) return
    const duration = toast.durationMs ?? defaultDurationMs
    const leave = setTimeout(() => setLeaving(true), duration)
    const gone = setTimeout(() => remove(toast), duration + hideMs)
    return () => {
      clearTimeout(leave)
      clearTimeout(gone)
    }
  }, [toast, isHeld])

  const hold = () => {
    setHeld(true)
    setLeaving(false)
  }
  const release = () => setHeld(false)
  const before = useRef<EventTarget>(null)

  return (
    <div
      className={classNames(styles.toast, isLeaving && styles.leaving)}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={(event) => {
        hold()
        before.current = event.relatedTarget
      }}
      onBlur={release}
    >
      <span>{toast.text}</span>
      {[toast.action, toast.otherAction].map(
        (action) =>
          action && (
            <button
              key={action.text}
              type="button"
              className={styles.action}
              onClick={({ currentTarget }) => {
                action.onClick()
                const hasFocus = currentTarget === document.activeElement
                remove(toast)
                if (hasFocus) giveBack(before.current, currentTarget)
              }}
            >
              {action.text}
            </button>
          ),
      )}
    </div>
  )
}

/** The button disappears with its toast: the focus returns to where it came from, or to the readable content. */
function giveBack(to: EventTarget | null, button: Element): void {
  const isThere = to instanceof HTMLElement && to.isConnected
  const target = isThere ? to : (button.closest("dialog") ?? document.querySelector<HTMLElement>("main"))
  target?.focus({ preventScroll: true })
}
