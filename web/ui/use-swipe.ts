import { useEffect } from "react"

/** How far a swipe must go in reading direction, in CSS pixels, and how far it may deviate, as a share of that. */
const farPx = 56
const straight = 0.6

/**
 * Calls `onSwipe` when a finger swipes over the page from the side where reading starts ("in"), or in a window back to
 * it ("out"), except on content that scrolls sideways itself.
 */
export function useSwipe(way: "in" | "out", onSwipe: () => void): void {
  useEffect(tellZoom, [])
  useEffect(() => {
    const isRtl = () => document.documentElement.dir === "rtl"
    let from: Touch | undefined
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      from = touches.length === 1 && target instanceof Element && !takesSwipes(target, way) ? touch : undefined
    }
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches
      if (from === undefined || touch === undefined || "zoomed" in document.documentElement.dataset) return
      const along = (touch.clientX - from.clientX) * (isRtl() === (way === "in") ? -1 : 1)
      const across = Math.abs(touch.clientY - from.clientY)
      // The user is dragging a chat in its list.
      const isTaken = touch.target instanceof Element && touch.target.closest("[data-dragging]") !== null
      if (across > farPx || isTaken) from = undefined
      else if (along > farPx && across < along * straight) {
        from = undefined
        onSwipe()
      }
    }
    document.addEventListener("touchstart", begin, { passive: true })
    document.addEventListener("touchmove", move, { passive: true })
    return () => {
      document.removeEventListener("touchstart", begin)
      document.removeEventListener("touchmove", move)
    }
  }, [way, onSwipe])
}

/** On a zoomed page a horizontal swipe pans; style sheets read this attribute. */
function tellZoom() {
  const seen = window.visualViewport
  const tell = () => document.documentElement.toggleAttribute("data-zoomed", (seen?.scale ?? 1) > 1.01)
  seen?.addEventListener("resize", tell)
  return () => seen?.removeEventListener("resize", tell)
}

/** Whether an element handles horizontal swipes itself: a field, a window above, or a box that scrolls sideways. */
function takesSwipes(target: Element, way: "in" | "out"): boolean {
  if (target.closest("input, textarea, select, [role=separator], [role=menu]")) return true
  if ((target.closest("dialog") === null) === (way === "out")) return true
  for (let box: Element | null = target; box !== null && box !== document.body; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true
  }
  return false
}
