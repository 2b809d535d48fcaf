import { useEffect, useRef, useState } from "react"
import { revealNext } from "#core/conversation/reveal.ts"

/** Longest that a text which has arrived may wait to be seen. 1/60 a frame alone would trail a second behind a steady stream. */
const longestWaitMs = 120

/**
 * The part of an arriving text that is shown: a little more each frame. Paint only: storing, metering and the ending do
 * not wait for it. Whole at once with reduced motion, in a hidden tab, and as soon as the answer is finished.
 */
export function useRevealed(text: string, streaming: boolean): string {
  const latest = useRef({ text, arrivals: [] as { readonly at: number; readonly length: number }[] })
  const [shown, setShown] = useState(text.length)
  const [gradual] = useState(() => streaming && !matchMedia("(prefers-reduced-motion: reduce)").matches)
  const running = gradual && streaming

  useEffect(() => {
    latest.current.text = text
    latest.current.arrivals.push({ at: performance.now(), length: text.length })
  }, [text])

  useEffect(() => {
    if (!running) return
    let position = shown
    let frame = 0
    const step = (now: number) => {
      const { text: whole, arrivals } = latest.current
      while (arrivals[1] !== undefined && now - arrivals[1].at >= longestWaitMs) arrivals.shift()
      const overdue = arrivals[0] !== undefined && now - arrivals[0].at >= longestWaitMs ? arrivals[0].length : 0
      if (position < whole.length) {
        position = Math.max(revealNext(whole, position), overdue)
        setShown(position)
      }
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
    // `shown` only seeds the loop.
  }, [running])

  return running ? text.slice(0, shown) : text
}
