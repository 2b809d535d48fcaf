import { useEffect, useLayoutEffect, useRef, type RefObject } from "react"
import { placeBeside } from "./place-beside.ts"

/** How far its button may move while a box stays beside it, in CSS pixels. */
const movedPx = 4

export interface Anchored {
  readonly isOpen: boolean
  readonly box: RefObject<HTMLElement | null>
  readonly button: HTMLElement | null
  /** Closes the box: the button was carried away, the window has another size, or something else was pressed. */
  readonly onLeave: () => void
  /** The browser itself closes the box when something else is pressed. */
  readonly closesByItself?: boolean
}

/** Puts an open box beside its button, and tells when it may not stay there. */
export function useAnchored({ isOpen, box, button, onLeave, closesByItself = false }: Anchored): void {
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const element = box.current
    if (!isOpen || element === null || button === null) return
    // The top layer keeps it above dialogs and out of scrolling boxes; older browsers get a plain fixed box.
    if (element.popover === "manual") element.showPopover()
    placeBeside(element, button)
    const anchor = button.getBoundingClientRect()
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target) && !button.contains(target)) leave.current()
    }
    // An answer that arrives beside the button scrolls, too, and leaves the button where it is.
    const onScroll = () => {
      const { left, top } = button.getBoundingClientRect()
      if (Math.hypot(left - anchor.left, top - anchor.top) > movedPx) leave.current()
    }
    const onResize = () => leave.current()
    if (!closesByItself) document.addEventListener("pointerdown", onPress, true)
    document.addEventListener("scroll", onScroll, true)
    window.addEventListener("resize", onResize)
    return () => {
      document.removeEventListener("pointerdown", onPress, true)
      document.removeEventListener("scroll", onScroll, true)
      window.removeEventListener("resize", onResize)
    }
  }, [isOpen, box, button, closesByItself])
}
