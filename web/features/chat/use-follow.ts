import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react"

/** How close to the end, in CSS pixels, still counts as being there. */
const atEndPx = 48

/**
 * Keeps a scrolling box at its end while its content grows, as long as the reader is there. Scrolling up lets go,
 * coming back takes hold again.
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  /** Nothing to follow yet: what is shown begins at its top. */
  isEmpty: boolean,
) {
  const following = useRef(!isEmpty)
  const lastTop = useRef(0)
  const [isAway, setAway] = useState(false)

  const toEnd = useCallback(
    (smooth = false) => {
      following.current = true
      setAway(false)
      const element = box.current
      if (element === null) return
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches
      element.scrollTo({ top: element.scrollHeight, behavior: smooth && !calm ? "smooth" : "instant" })
    },
    [box],
  )

  useLayoutEffect(() => {
    if (isEmpty) following.current = false
    else toEnd()
  }, [toEnd, isEmpty])

  useEffect(() => {
    const element = box.current
    const inside = content.current
    if (element === null || inside === null) return
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const away = scrollHeight - scrollTop - clientHeight > atEndPx
      // Growing content alone puts the end out of reach too; only the reader moves up.
      if (!away) following.current = !isEmpty
      else if (scrollTop < lastTop.current) following.current = false
      lastTop.current = scrollTop
      element.style.overflowAnchor = following.current ? "none" : "auto"
      setAway(away && !following.current && !isEmpty)
    }
    // Runs after layout and before paint: the new end is never seen out of place.
    // Scroll anchoring is the browser's own way to keep a place; while we hold the end, it would be work for nothing.
    element.style.overflowAnchor = following.current ? "none" : "auto"
    const grown = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight
    })
    grown.observe(inside)
    grown.observe(element)
    element.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener("scroll", onScroll)
    }
  }, [box, content, isEmpty])

  return { isAway, toEnd }
}
