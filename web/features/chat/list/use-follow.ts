import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react"
import { whenIdle } from "../../../platform/browser/when-idle.ts"
import type { ReadingPlace } from "../../../state/reading-place.ts"
import { anchorIn, scrollToAnchor, type ReadingAnchor } from "./reading-anchor.ts"
import { readingPlaceIn, scrollToPlace } from "./reading-place-in.ts"

/** How close to the end, in CSS pixels, still counts as being there. */
const atEndPx = 48

/** From how far, in screens, the way to the end is shown; what is further is made on the way, and would be a long one. */
const smoothScreens = 5

/** Most browsers keep what is read in its place while things above it grow; where one does not, we do. */
const keepsPlaceByItself = typeof CSS !== "undefined" && CSS.supports("overflow-anchor", "auto")

/**
 * How long, in ms, the place somebody returned to is held while what stands above it is drawn; not once they move. It counts
 * from when the page first has nothing to do: until then the browser's scroll anchoring may hold on to a whole group, which
 * begins where it did while its messages grow. Slow devices and a busy processor are slow to get there.
 */
const holdMs = 2_500
const moves = ["wheel", "touchstart", "pointerdown", "keydown"] as const

export interface FollowOptions {
  /** Nothing to follow yet: what is shown begins at its top. */
  readonly isEmpty: boolean
  /** The reading position; undefined: the end. */
  readonly start: ReadingPlace | undefined
  /** Told where the reader leaves; undefined: at the end. */
  readonly onLeave: (place: ReadingPlace | undefined) => void
}

/**
 * Keeps a scrolling box at its end while its content grows, as long as the reader is there. Scrolling up lets go,
 * coming back takes hold again; whoever reads further up keeps their place.
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { isEmpty, start, onLeave }: FollowOptions,
) {
  const following = useRef(!isEmpty && start === undefined)
  const lastTop = useRef(0)
  // The reading position in two forms: one that can be stored, and a character of the text, which stays valid when
  // lines break anew.
  const place = useRef<ReadingPlace>(undefined)
  const anchor = useRef<ReadingAnchor>(undefined)
  const heldUntil = useRef(0)
  const [isAway, setAway] = useState(false)

  const toEnd = useCallback(
    (smooth = false) => {
      following.current = true
      heldUntil.current = 0
      setAway(false)
      const element = box.current
      if (element === null) return
      element.style.overflowAnchor = "none"
      const { scrollHeight, scrollTop, clientHeight } = element
      const isFar = scrollHeight - scrollTop > smoothScreens * clientHeight
      const calm = isFar || matchMedia("(prefers-reduced-motion: reduce)").matches
      element.scrollTo({ top: scrollHeight, behavior: smooth && !calm ? "smooth" : "instant" })
      lastTop.current = element.scrollTop
    },
    [box],
  )

  const toPlace = useCallback(
    (wanted: ReadingPlace, isHeld = false) => {
      const element = box.current
      if (element === null || !scrollToPlace(element, wanted)) return false
      heldUntil.current = isHeld ? Number.POSITIVE_INFINITY : 0
      if (isHeld)
        whenIdle(() => {
          if (heldUntil.current === Number.POSITIVE_INFINITY) heldUntil.current = performance.now() + holdMs
        })
      following.current = !isHeld && isAtEnd(element)
      element.style.overflowAnchor = following.current ? "none" : "auto"
      place.current = wanted
      return true
    },
    [box],
  )

  // The start position is decided once, when there are messages.
  const begin = useRef(start)
  useLayoutEffect(() => {
    if (isEmpty) following.current = false
    else if (begin.current === undefined || !toPlace(begin.current, true)) toEnd()
  }, [toEnd, toPlace, isEmpty])

  const leave = useRef(onLeave)
  useLayoutEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || isEmpty) return
    const tell = () => {
      const isHeld = performance.now() < heldUntil.current
      // Nobody has moved: a place that is read while things are drawn would be another one each time.
      leave.current(following.current ? undefined : isHeld ? place.current : readingPlaceIn(element))
    }
    addEventListener("pagehide", tell)
    return () => {
      removeEventListener("pagehide", tell)
      tell()
    }
  }, [box, isEmpty])

  useEffect(() => {
    const element = box.current
    const inside = content.current
    if (element === null || inside === null) return
    // A turned phone breaks every line anew, and a message twice as high says nothing of where in it one was.
    let isNoting = false
    const note = () => {
      if (isNoting) return
      isNoting = true
      whenIdle(() => {
        isNoting = false
        anchor.current = following.current || !element.isConnected ? undefined : anchorIn(element)
      })
    }
    note()
    let width = element.clientWidth
    const isHeld = () => performance.now() < heldUntil.current
    const onScroll = () => {
      note()
      const away = !isAtEnd(element)
      // Growing content alone puts the end out of reach too; only the reader moves up.
      if (isHeld()) following.current = false
      else if (!away) following.current = !isEmpty
      else if (element.scrollTop < lastTop.current) following.current = false
      lastTop.current = element.scrollTop
      element.style.overflowAnchor = following.current ? "none" : "auto"
      if (!keepsPlaceByItself && !following.current) place.current = readingPlaceIn(element)
      setAway(away && !following.current && !isEmpty)
    }
    // Runs after layout and before paint: the new end is never seen out of place.
    // Scroll anchoring is the browser's own way to keep a place; while we hold the end, it would be work for nothing.
    element.style.overflowAnchor = following.current ? "none" : "auto"
    const grown = new ResizeObserver(() => {
      const isOfOtherWidth = element.clientWidth !== width
      width = element.clientWidth
      if (following.current) {
        element.scrollTop = element.scrollHeight
        // A list that has become shorter is higher up too; that was not the reader.
        lastTop.current = element.scrollTop
      } else if (isOfOtherWidth && anchor.current) {
        heldUntil.current = 0
        scrollToAnchor(element, anchor.current)
      } else if ((isHeld() || !keepsPlaceByItself) && place.current) {
        scrollToPlace(element, place.current)
      }
    })
    grown.observe(inside)
    grown.observe(element)
    const move = () => {
      heldUntil.current = 0
    }
    element.addEventListener("scroll", onScroll, { passive: true })
    for (const event of moves) element.addEventListener(event, move, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener("scroll", onScroll)
      for (const event of moves) element.removeEventListener(event, move)
    }
  }, [box, content, isEmpty])

  return { isAway, toEnd, toPlace }
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= atEndPx
}
