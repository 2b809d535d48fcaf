import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { revealNext } from "#core/conversation/reveal.ts"
import { paintCost } from "./paint-cost.ts"

/** Longest that a text which has arrived may wait to be seen. 1/60 a frame alone would trail a second behind a steady stream. */
const longestWaitMs = 50

/**
 * Text is painted as often as a fifth of the page's time allows, between 10 and 30 times a second: a fast device shows it
 * grow smoothly, a slow one keeps four fifths of its time for the reader's own keys.
 */
const shareOfTime = 1 / 5
const stepMs = { least: 32, most: 100 } as const
const frameMs = 1000 / 60

/**
 * The part of an arriving text that is shown: 1/60 of what is waiting for each frame that passes. Paint only: storing,
 * metering and the ending do not wait for it. Whole at once with reduced motion, and when the answer has ended.
 */
export function useRevealed(text: string, streaming: boolean): string {
  const [shown, setShown] = useState(text.length)
  const arriving = useRef<Arriving>({ text, position: text.length, waiting: [] })
  const [gradual] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches)
  const running = gradual && streaming

  useEffect(() => {
    arriving.current.text = text
    arriving.current.waiting.push({ at: performance.now(), length: text.length })
  }, [text])

  useEffect(() => {
    if (!running) return
    const cost = paintCost()
    let lastAt = performance.now()
    let timer: ReturnType<typeof setTimeout>
    let frame = 0
    const step = (now: number) => {
      const { text: whole, position } = arriving.current
      if (position < whole.length) {
        const reached = stepTo(arriving.current, now, (now - lastAt) / frameMs)
        cost.measure(() => flushSync(() => setShown(reached)))
      }
      lastAt = now
      const pauseMs = Math.min(Math.max(cost.averageMs() / shareOfTime, stepMs.least), stepMs.most)
      timer = setTimeout(() => (frame = requestAnimationFrame(step)), pauseMs - frameMs)
    }
    frame = requestAnimationFrame(step)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      cost.end()
    }
  }, [running])

  return running ? text.slice(0, shown) : text
}

interface Arriving {
  text: string
  /** How much of it is shown. */
  position: number
  /** How long the text was at which time (milliseconds), oldest first. */
  waiting: { readonly at: number; readonly length: number }[]
}

/** Moves on by the time of some frames, and says where to. */
function stepTo(arriving: Arriving, now: number, frames: number): number {
  const overdue = arriving.waiting.findLast(({ at }) => now - at >= longestWaitMs)?.length ?? 0
  arriving.waiting = arriving.waiting.filter(({ length }) => length > overdue)
  let next = arriving.position
  for (let frame = 0; frame < Math.min(frames, 10); frame++) next = revealNext(arriving.text, next)
  arriving.position = Math.max(next, overdue)
  return arriving.position
}
