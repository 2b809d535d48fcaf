import { useEffect, useState, type RefObject } from "react"
import { textOf } from "#core/gateway/content.ts"
import type { Message } from "#core/conversation/message.ts"
import { whenIdle } from "../../platform/when-idle.ts"

/** Messages at the end of a conversation that are made at once; a chat is opened at its end. */
const atOnce = 4

/** How far beyond the screen messages are made before the reader gets there, in CSS pixels. */
const margin = "1500px 0px"

/** Messages that are made without waiting for the reader, a few at a time while the page is idle. */
const inIdle = 24

/** Whether a message is close enough to the screen to be drawn. Once drawn it stays, with its height. */
export function useNearScreen(element: RefObject<HTMLElement | null>, fromEnd: number): boolean {
  const [isNear, setNear] = useState(fromEnd <= atOnce)
  useEffect(() => {
    const target = element.current
    if (isNear || target === null) return
    const come = () => setNear(true)
    const stopWatching = watch(target, come)
    const stopWaiting = fromEnd <= inIdle ? inTurn(come) : undefined
    return () => {
      stopWatching()
      stopWaiting?.()
    }
  }, [element, isNear, fromEnd])
  return isNear
}

const watched = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** One observer for all messages. */
function watch(element: Element, near: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) watched.get(entry.target)?.()
    },
    { rootMargin: margin },
  )
  watched.set(element, near)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
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
  whenIdle(() => {
    queue.pop()?.()
    if (queue.length > 0) nextIdle()
    else isWorking = false
  })
}

/** A guess at a message's height, so that the scroll bar is roughly right before it is drawn. */
export function estimatedHeightPx(message: Message): number {
  const text = textOf(message.content)
  const lines = Math.min(text.length, 20_000) / (innerWidth < 768 ? 42 : 88)
  return Math.round(56 + lines * 26)
}
