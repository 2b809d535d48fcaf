import { useEffect, useRef, useState } from "react"
import { classNames } from "./class-names.ts"
import { createEmitter, useEmitter } from "./emitter.ts"
import styles from "./toast.module.css"

export interface Toast {
  readonly text: string
  /** One thing to do about it, such as undoing. */
  readonly action?: { readonly text: string; readonly onClick: () => void }
  /** How long it stays (default 3 s; 5 s is the specification's time for undoing). */
  readonly durationMs?: number
  /** It has left the screen, or another one has taken its place. */
  readonly onGone?: () => void
}

const defaultDurationMs = 3000
const hideMs = 300

const current = createEmitter<(Toast & { readonly id: number }) | undefined>(undefined)
let lastId = 0

/** Says something in passing. A second call replaces the first. */
export function showToast(toast: Toast): void {
  lastId += 1
  const before = current.get()
  current.set({ ...toast, id: lastId })
  before?.onGone?.()
}

/** Mounted once by the application. The status element always stands in the page, so that screen readers notice its changes. */
export function ToastHost() {
  const toast = useEmitter(current)
  const [held, setHeld] = useState(false)
  const [leavingId, setLeavingId] = useState(0)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    raise(box.current)
    if (toast === undefined || held) return
    const duration = toast.durationMs ?? defaultDurationMs
    const leave = setTimeout(() => setLeavingId(toast.id), duration)
    const gone = setTimeout(() => {
      current.set(undefined)
      toast.onGone?.()
    }, duration + hideMs)
    return () => {
      clearTimeout(leave)
      clearTimeout(gone)
    }
  }, [toast, held])

  const hold = () => {
    setHeld(true)
    setLeavingId(0)
  }
  const release = () => setHeld(false)

  return (
    <div ref={box} role="status" className={styles.host} popover="manual" data-empty={toast === undefined}>
      {toast && (
        <div
          key={toast.id}
          className={classNames(styles.toast, leavingId === toast.id && styles.leaving)}
          onPointerEnter={hold}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={release}
        >
          <span>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.onClick()
                release()
                current.set(undefined)
                toast.onGone?.()
              }}
            >
              {toast.action.text}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Into the browser's top layer, where it has one, and above a dialog that was opened since. */
function raise(box: HTMLElement | null): void {
  if (box === null || !("showPopover" in box)) return
  if (box.matches(":popover-open")) {
    if (document.querySelector("dialog[open]") === null) return
    box.hidePopover()
  }
  box.showPopover()
}
