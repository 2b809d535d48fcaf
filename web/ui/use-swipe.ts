import { useEffect } from "react"

/** How far a finger must go along the line of reading, and how straight, to mean it; in CSS pixels, and as a share of that. */
const farPx = 56
const straight = 0.6

/** Calls `onSwipe` when a finger is drawn over the page from the side where reading starts, outside of what scrolls sideways itself. */
export function useSwipe(enabled: boolean, onSwipe: () => void): void {
  useEffect(tellZoom, [])
  useEffect(() => {
    if (!enabled) return
    let from: Touch | undefined
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      from = touches.length === 1 && target instanceof Element && !takesSwipes(target) ? touch : undefined
    }
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches
      if (from === undefined || touch === undefined || "zoomed" in document.documentElement.dataset) return
      const along = (touch.clientX - from.clientX) * (document.documentElement.dir === "rtl" ? -1 : 1)
      const across = Math.abs(touch.clientY - from.clientY)
      if (across > farPx) from = undefined
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
  }, [enabled, onSwipe])
}

/** On a page that was zoomed in, a sideways finger moves what is seen: the style sheets hear of it. */
function tellZoom() {
  const seen = window.visualViewport
  const tell = () => document.documentElement.toggleAttribute("data-zoomed", (seen?.scale ?? 1) > 1.01)
  seen?.addEventListener("resize", tell)
  return () => seen?.removeEventListener("resize", tell)
}

/** Fields, windows, and boxes wider than what they show use a sideways finger themselves. */
function takesSwipes(target: Element): boolean {
  if (target.closest("dialog, input, textarea, select, [role=separator]")) return true
  for (let box: Element | null = target; box !== null && box !== document.body; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true
  }
  return false
}
