import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react"
import { whenIdle } from "../../../platform/browser/when-idle.ts"
import type { ReadingPlace } from "../../../state/reading-place.ts"
import { anchorIn, scrollToAnchor, type ReadingAnchor } from "./reading-anchor.ts"
import { readingPlaceIn, scrollToPlace } from "./reading-place-in.ts"

/** How close to the end, in CSS pixels, still counts as being there. */
const atEndPx = 48

/** How far below the upper edge a question stands that was just asked, in CSS pixels; and of a long one its end, in screens. */
const askedPx = 16
const askedEnd = 0.4

/** How long the way of a question to the top takes, in ms. */
const glideMs = 300

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
 * Where a reader is in a scrolling box while its content grows. A question that was asked goes to the top, and its answer grows
 * below it into a room as high as the rest of the screen; nothing moves the reader then. Whoever goes to the end, by its
 * button, its key or a finger, stays there until they scroll up; whoever reads further up keeps their place.
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  room: RefObject<HTMLElement | null>,
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
  const asked = useRef<Asked>(undefined)

  /** Makes the room below the content high enough for the asked question to stand at the top. */
  const makeRoom = useCallback(() => {
    const [element, inside, below] = [box.current, content.current, room.current]
    if (element === null || inside === null || below === null) return
    const question = asked.current && messageIn(element, asked.current.messageId)
    if (question == null) return void (below.style.blockSize = "0px")
    const belowPx = inside.getBoundingClientRect().bottom - askedTopPx(question, element)
    below.style.blockSize = `${Math.max(0, element.clientHeight - belowPx)}px`
  }, [box, content, room])

  const toEnd = useCallback(
    (smooth = false) => {
      following.current = true
      heldUntil.current = 0
      asked.current = undefined
      setAway(false)
      const element = box.current
      if (element === null) return
      makeRoom()
      element.style.overflowAnchor = "none"
      const { scrollHeight, scrollTop, clientHeight } = element
      const isFar = scrollHeight - scrollTop > smoothScreens * clientHeight
      const calm = isFar || matchMedia("(prefers-reduced-motion: reduce)").matches
      element.scrollTo({ top: scrollHeight, behavior: smooth && !calm ? "smooth" : "instant" })
      lastTop.current = element.scrollTop
    },
    [box, makeRoom],
  )

  const toAsked = useCallback(
    (messageId: string) => {
      const element = box.current
      if (element === null || messageIn(element, messageId) === null) return false
      following.current = false
      heldUntil.current = 0
      asked.current = { messageId }
      makeRoom()
      const beginPx = element.scrollTop
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
      const isFar = Math.abs(askedWayPx(messageId, element)) > smoothScreens * element.clientHeight
      asked.current = { messageId, isOnItsWay: !isCalm && !isFar }
      const beginAt = performance.now()
      const glide = (now: number) => {
        // The reader has taken over, or another question was asked.
        if (asked.current?.messageId !== messageId || asked.current.isLeft) return
        const gone = asked.current.isOnItsWay ? Math.min(1, Math.max(0, now - beginAt) / glideMs) : 1
        const endPx = element.scrollTop + askedWayPx(messageId, element)
        element.scrollTop = gone === 1 ? endPx : beginPx + (endPx - beginPx) * (1 - (1 - gone) ** 3)
        lastTop.current = element.scrollTop
        if (gone < 1) requestAnimationFrame(glide)
        else asked.current = { messageId }
      }
      glide(beginAt)
      return true
    },
    [box, makeRoom],
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

  // The start position is decided once, when there are messages; where the first is asked here, that goes to the top.
  const begin = useRef(start)
  const isBegun = useRef(false)
  useLayoutEffect(() => {
    if (isEmpty) following.current = false
    else if (isBegun.current || asked.current !== undefined) return
    else if (begin.current === undefined || !toPlace(begin.current, true)) toEnd()
    isBegun.current ||= !isEmpty
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
      const isAtEndOfAsked = asked.current !== undefined && (room.current?.offsetHeight ?? 0) > 0
      const isThere = following.current || isAtEndOfAsked
      leave.current(isThere ? undefined : isHeld ? place.current : readingPlaceIn(element))
    }
    addEventListener("pagehide", tell)
    return () => {
      removeEventListener("pagehide", tell)
      tell()
    }
  }, [box, room, isEmpty])

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
    const tellAway = () => {
      const belowPx = inside.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom
      setAway(belowPx > atEndPx && !following.current && !isEmpty)
    }
    const onScroll = () => {
      note()
      const away = !isAtEnd(element)
      // Growing content alone puts the end out of reach too; only the reader moves up.
      if (isHeld()) following.current = false
      else if (asked.current !== undefined) {
        // Somebody moved who uses no finger, wheel or key here: a search in the page, a screen reader.
        const isMoved = !asked.current.isOnItsWay && Math.abs(element.scrollTop - lastTop.current) > 1
        if (isMoved) asked.current = { ...asked.current, isLeft: true }
        // Beyond the room, the end is where a reader goes who wants to follow.
        if (!away && asked.current.isLeft && room.current?.offsetHeight === 0) {
          asked.current = undefined
          following.current = true
        }
      } else if (!away) following.current = !isEmpty
      else if (element.scrollTop < lastTop.current) following.current = false
      lastTop.current = element.scrollTop
      element.style.overflowAnchor = following.current ? "none" : "auto"
      if (!keepsPlaceByItself && !following.current) place.current = readingPlaceIn(element)
      tellAway()
    }
    // Runs after layout and before paint: the new end is never seen out of place.
    // Scroll anchoring is the browser's own way to keep a place; while we hold the end, it would be work for nothing.
    element.style.overflowAnchor = following.current ? "none" : "auto"
    const grown = new ResizeObserver(() => {
      const isOfOtherWidth = element.clientWidth !== width
      width = element.clientWidth
      makeRoom()
      if (following.current) {
        element.scrollTop = element.scrollHeight
        // A list that has become shorter is higher up too; that was not the reader.
        lastTop.current = element.scrollTop
      } else if (asked.current !== undefined && !asked.current.isLeft) {
        // Its answer, and the room below it, are drawn after it was asked.
        if (!asked.current.isOnItsWay) element.scrollTop += askedWayPx(asked.current.messageId, element)
        lastTop.current = element.scrollTop
      } else if (isOfOtherWidth && anchor.current) {
        heldUntil.current = 0
        scrollToAnchor(element, anchor.current)
      } else if ((isHeld() || !keepsPlaceByItself) && place.current) {
        scrollToPlace(element, place.current)
      }
      tellAway()
    })
    grown.observe(inside)
    grown.observe(element)
    const move = () => {
      heldUntil.current = 0
      if (asked.current !== undefined) asked.current = { ...asked.current, isLeft: true }
    }
    element.addEventListener("scroll", onScroll, { passive: true })
    for (const event of moves) element.addEventListener(event, move, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener("scroll", onScroll)
      for (const event of moves) element.removeEventListener(event, move)
    }
  }, [box, content, room, makeRoom, isEmpty])

  return { isAway, toEnd, toPlace, toAsked }
}

/** The question at the top. */
interface Asked {
  readonly messageId: string
  /** It glides to the top. */
  readonly isOnItsWay?: boolean
  /** The reader has moved since. */
  readonly isLeft?: boolean
}

function messageIn(box: HTMLElement, messageId: string): HTMLElement | null {
  return box.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
}

/** How far the content has to move up for a question to stand at the top, in CSS pixels. */
function askedWayPx(messageId: string, box: HTMLElement): number {
  const question = messageIn(box, messageId)
  return question === null ? 0 : askedTopPx(question, box) - box.getBoundingClientRect().top
}

/** What stands at the upper edge when a question does, in the coordinates of the window: of a long question its last lines. */
function askedTopPx(question: HTMLElement, box: HTMLElement): number {
  const { top, bottom } = question.getBoundingClientRect()
  return Math.max(top - askedPx, bottom - box.clientHeight * askedEnd)
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= atEndPx
}
