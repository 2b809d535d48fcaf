import { useEffect } from "react"

/** A box around the pressed element, the child of the box that contained it, and that child's next sibling. */
interface Place {
  readonly box: Element
  readonly child: Element
  readonly next: Element | null
}

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]"
const writable = "textarea, select, input:not([type=checkbox])"

/** For so many frames a press is watched: what it takes away may go late, or fade. */
const watchedFrames = 30

/**
 * A pressed element may disappear with the press: "show all", a closed notice, a list item. The focus then moves to the
 * next element there, else to the previous one, searching outwards. A handler that has moved the focus itself takes
 * precedence.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let frame = 0
    const leave = () => cancelAnimationFrame(frame)
    const onClick = () => {
      const pressed = document.activeElement
      if (pressed === null || pressed === document.body) return
      leave()
      const places = placesOf(pressed)
      let left = watchedFrames
      const keep = () => {
        const now = document.activeElement
        if (now === pressed && getComputedStyle(pressed).visibility === "visible") {
          if (left-- > 0) frame = requestAnimationFrame(keep)
          return
        }
        // A hidden element loses the focus a moment later.
        if (now === document.body || now === pressed) nearestTo(places)?.focus({ preventScroll: true })
      }
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(keep)))
    }
    document.addEventListener("click", onClick, true)
    // Whoever presses beside everything wants the focus nowhere.
    document.addEventListener("pointerdown", leave, true)
    return () => {
      leave()
      document.removeEventListener("click", onClick, true)
      document.removeEventListener("pointerdown", leave, true)
    }
  }, [])
}

/** From the innermost outwards. */
function placesOf(element: Element): readonly Place[] {
  const places: Place[] = []
  for (let child = element; child.parentElement; child = child.parentElement) {
    places.push({ box: child.parentElement, child, next: child.nextElementSibling })
  }
  return places
}

function nearestTo(places: readonly Place[]): HTMLElement | undefined {
  for (const { box, child, next } of places) {
    if (!box.isConnected) continue
    const all = [...box.querySelectorAll<HTMLElement>(focusable)]
    const after = child.isConnected ? child.nextElementSibling : next
    const found = (after && all.find((one) => isFrom(after, one) && canHaveFocus(one))) ?? all.findLast(canHaveFocus)
    if (found) return found
  }
  return undefined
}

function isFrom(start: Element, element: Element): boolean {
  const isLater = (start.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return start === element || isLater
}

/** Whether an element may get the focus; on touch screens not a field, because that would open the keyboard. */
function canHaveFocus(element: HTMLElement): boolean {
  // The link past the sidebar stands before everything, and is next to nothing.
  if (element.matches("[href='#content']")) return false
  if (element.tabIndex < 0 || element.matches(":disabled") || element.getClientRects().length === 0) return false
  if (element.matches(writable) && matchMedia("(pointer: coarse)").matches) return false
  return getComputedStyle(element).visibility === "visible"
}
