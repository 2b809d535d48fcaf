import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { classNames } from "./class-names.ts"
import floating from "./floating.module.css"
import { placeBeside } from "./place-beside.ts"
import styles from "./popover.module.css"

/** For the button that opens a popover: spread on it. */
export interface PopoverTrigger {
  readonly ref: (element: HTMLButtonElement | null) => void
  readonly "aria-haspopup": "dialog"
  readonly "aria-expanded": boolean
  readonly "aria-controls": string
  readonly popoverTarget?: string
  readonly onClick?: () => void
}

export interface PopoverProps {
  /** The name of what opens. */
  readonly label: string
  readonly trigger: (properties: PopoverTrigger) => ReactNode
  /** What opens. */
  readonly children: ReactNode
}

const isNative = typeof HTMLElement !== "undefined" && "popover" in HTMLElement.prototype

/**
 * A small window beside its button, over the page and without stopping it, on the platform's own `popover`: Escape and a
 * press elsewhere close it, and the focus goes back. Browsers before it get the same from a fixed box.
 */
export function Popover({ label, trigger, children }: PopoverProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)

  useLayoutEffect(() => {
    if (!open || box.current === null || button === null) return
    placeBeside(box.current, button)
    // What is chosen now, or else the first thing there is.
    const wanted = box.current.querySelector<HTMLElement>(":checked, [aria-current], [data-autofocus]")
    ;(wanted ?? box.current.querySelector<HTMLElement>("button, input, a, select") ?? box.current).focus({
      preventScroll: true,
    })
  }, [open, button])
  useEffect(() => {
    if (!open || button === null) return
    const shut = () => close(box.current, setOpen)
    const onPress = ({ target }: Event) => {
      if (!isNative && target instanceof Node && !box.current?.contains(target) && !button.contains(target)) shut()
    }
    // What stands beside a button would stay behind when that one is scrolled away.
    const onScroll = ({ target }: Event) => {
      if (target !== box.current) shut()
    }
    document.addEventListener("pointerdown", onPress, true)
    document.addEventListener("scroll", onScroll, true)
    window.addEventListener("resize", shut)
    return () => {
      document.removeEventListener("pointerdown", onPress, true)
      document.removeEventListener("scroll", onScroll, true)
      window.removeEventListener("resize", shut)
    }
  }, [open, button])

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
