import { useEffect } from "react"

/** Less than this is a browser's bar that comes and goes, not a keyboard; in CSS pixels. */
const leastKeyboardPx = 90

/** So low is a window that belongs to what is being written; as in the style sheets. */
const lowPx = 320

/** So much is left above the keyboard of a phone, or less: what is said around a conversation is brief. In CSS pixels. */
const briefPx = 540

/**
 * Keeps the page above the keyboard of a phone where the keyboard lies over the page instead of making it smaller
 * (Safari knows no `interactive-widget`): the style `--keyboard` is how much of the page it covers. In both cases `data-brief`
 * tells that the conversation needs what room there is; `data-low`, in the first, that there is hardly any.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport
    if (!viewport) return
    const measure = () => {
      // A page that was zoomed into is larger than its window, too.
      const covered = viewport.scale === 1 ? innerHeight - viewport.height : 0
      const isOpen = covered > leastKeyboardPx
      document.documentElement.style.setProperty("--keyboard", isOpen ? `${covered}px` : "0px")
      document.documentElement.toggleAttribute("data-low", isOpen && viewport.height <= lowPx)
      const isPhone = innerWidth <= 600
      document.documentElement.toggleAttribute("data-brief", isPhone && viewport.height <= briefPx)
      // Safari pushes the page up to show the field; it is in sight already.
      if (isOpen && viewport.offsetTop > 0) scrollTo(0, 0)
    }
    measure()
    viewport.addEventListener("resize", measure)
    return () => {
      viewport.removeEventListener("resize", measure)
      document.documentElement.style.removeProperty("--keyboard")
      document.documentElement.removeAttribute("data-low")
    }
  }, [])
}
