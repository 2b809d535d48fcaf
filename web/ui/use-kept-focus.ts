import { useEffect } from "react"

/** A box around what was pressed, what it stood in there, and what came next. */
interface Place {
  readonly box: Element
  readonly child: Element
  readonly next: Element | null
}

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]"
const writable = "textarea, select, input:not([type=checkbox])"

/**
 * What is pressed may go with the press: "show all", a notice put away, one of a list. Then the focus goes to what comes
 * next there, or to what came before, as far out as needed. Whoever knows a better place has given it there already.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const onClick = () => {
      const pressed = document.activeElement
      if (pressed === null || pressed === document.body) return
      const places = placesOf(pressed)
      const keep = () => {
        const now = document.activeElement
        // What is hidden loses it a moment later.
        const isHidden = now === pressed && getComputedStyle(pressed).visibility !== "visible"
        if (now === document.body || isHidden) nearestTo(places)?.focus({ preventScroll: true })
      }
      requestAnimationFrame(() => requestAnimationFrame(keep))
    }
    document.addEventListener("click", onClick, true)
    return () => document.removeEventListener("click", onClick, true)
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

/** For fingers not a field: it would bring the keyboard up. */
function canHaveFocus(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || element.getClientRects().length === 0) return false
  if (element.matches(writable) && matchMedia("(pointer: coarse)").matches) return false
  return getComputedStyle(element).visibility === "visible"
}
