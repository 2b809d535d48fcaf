import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { classNames } from "./class-names.ts"
import floating from "./floating.module.css"
import styles from "./popover.module.css"
import { useAnchored } from "./use-anchored.ts"

/** Properties for the button that opens a popover. */
export interface PopoverTrigger {
  readonly ref: (element: HTMLButtonElement | null) => void
  readonly "aria-haspopup": "dialog"
  readonly "aria-expanded": boolean
  readonly "aria-controls": string
  readonly popoverTarget?: string
  readonly onClick?: () => void
}

export interface PopoverProps {
  /** The popover's accessible name. */
  readonly label: string
  readonly trigger: (properties: PopoverTrigger) => ReactNode
  /** The popover's content. */
  readonly children: ReactNode
}

const isNative = typeof HTMLElement !== "undefined" && "popover" in HTMLElement.prototype

/**
 * A small non-modal window beside its button, on the platform's own `popover`: Escape and a press outside close it, and
 * the focus returns. Older browsers get the same from a fixed box.
 */
export function Popover({ label, trigger, children }: PopoverProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)

  useAnchored({ isOpen: open, box, button, onLeave: () => close(box.current, setOpen), closesByItself: isNative })
  useLayoutEffect(() => {
    if (!open || box.current === null) return
    // The current choice, or else the first focusable element.
    const wanted = box.current.querySelector<HTMLElement>(":checked, [aria-current], [data-autofocus]")
    ;(wanted ?? box.current.querySelector<HTMLElement>("button, input, a, select") ?? box.current).focus({
      preventScroll: true,
    })
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    close(box.current, setOpen)
    button?.focus()
  }
  return (
    <>
      {trigger({
        ref: setButton,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        "aria-controls": id,
        ...(isNative ? { popoverTarget: id } : { onClick: () => setOpen(!open) }),
      })}
      <div
        ref={box}
        id={id}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        popover={isNative ? "auto" : undefined}
        hidden={!isNative && !open}
        className={classNames(floating.floating, styles.popover)}
        // Closed and opened again at once, it tells of the opening alone: that it closes is heard before.
        onBeforeToggle={(event) => event.newState === "closed" && setOpen(false)}
        onToggle={(event) => setOpen(event.newState === "open")}
        onKeyDown={onKeyDown}
      >
        {open && children}
      </div>
    </>
  )
}

function close(box: HTMLElement | null, setOpen: (open: boolean) => void): void {
  if (isNative) box?.hidePopover()
  else setOpen(false)
}
