import { useEffect, useState, type RefObject } from "react"
import { whenKeysRest } from "../../platform/browser/when-idle.ts"
import { watchNear } from "./watch-near.ts"

/** Messages that are made without waiting for the reader, a few at a time while the page is idle. */
const inIdle = 24

/**
 * Whether a message is close enough to the screen to be drawn. Once drawn it stays, with its height. `fromEnd` is 1 for
 * the last message of the conversation; `atOnce`: it is where the reader begins.
 */
export function useNearScreen(element: RefObject<HTMLElement | null>, fromEnd: number, atOnce: boolean): boolean {
  const [isNear, setNear] = useState(atOnce)
  if (atOnce && !isNear) setNear(true)
  useEffect(() => {
    const target = element.current
    if (isNear || target === null) return
    const come = () => setNear(true)
    const stopWatching = watchNear(target, "message", (near) => near && come())
    const stopWaiting = fromEnd <= inIdle ? inTurn(come) : undefined
    return () => {
      stopWatching()
      stopWaiting?.()
    }
  }, [element, isNear, fromEnd])
  return isNear
}

/** Whether the reader has come near to something dear to make: then it waits until the page is idle, one after the other. */
export function useNearInTurn(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (isNear || target === null) return
    let stopWaiting: (() => void) | undefined
    const stopWatching = watchNear(target, "message", (near) => {
      stopWaiting?.()
      stopWaiting = near ? inTurn(() => setNear(true)) : undefined
    })
    return () => {
      stopWatching()
      stopWaiting?.()
    }
  }, [element, isNear])
  return isNear
}

/**
 * Whether a group of messages is near enough to be in the page at all, and how high it was when it last stood there.
 * One that holds the focus or a selection stays.
 */
export function useNearGroup(element: RefObject<HTMLElement | null>, always: boolean) {
  const [isNear, setNear] = useState(always)
  if (always && !isNear) setNear(true)
  const [lastHeightPx, setLastHeight] = useState<number>()
  useEffect(() => {
    const target = element.current
    if (target === null || always) return
    return watchNear(target, "group", (near, measuredPx) => {
      if (!near && isInUse(target)) return
      if (!near) setLastHeight(measuredPx)
      setNear(near)
    })
  }, [element, always])
  return { isNear, lastHeightPx }
}

function isInUse(element: HTMLElement): boolean {
  const selection = getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
  return isSelected || element.contains(document.activeElement)
}

const queue: (() => void)[] = []
let isWorking = false

/** One at a time, newest first. */
function inTurn(run: () => void): () => void {
  queue.push(run)
  if (!isWorking) {
    isWorking = true
    nextIdle()
  }
  return () => {
    const index = queue.indexOf(run)
    if (index >= 0) queue.splice(index, 1)
  }
}

function nextIdle(): void {
  whenKeysRest(() => {
    queue.pop()?.()
    if (queue.length > 0) nextIdle()
    else isWorking = false
  })
}
