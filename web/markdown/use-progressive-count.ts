import { useContext, useEffect, useState } from "react"
import { whenIdle } from "../platform/browser/when-idle.ts"
import { OnPaper } from "./on-paper.ts"

/**
 * How many of `total` parts are drawn now: a few at once, the others one by one while the page is idle. One more than
 * before, as an arriving answer has it, is there at once; on paper all are.
 */
export function useProgressiveCount(total: number, atOnce: number): number {
  const [drawn, setDrawn] = useState(Math.min(total, useContext(OnPaper) ? total : atOnce))
  if (drawn === total - 1) setDrawn(total)
  const isWaiting = drawn < total
  useEffect(() => {
    if (!isWaiting) return
    let isWanted = true
    whenIdle(() => {
      if (isWanted) setDrawn(drawn + 1)
    })
    return () => {
      isWanted = false
    }
  }, [drawn, isWaiting])
  return Math.min(drawn, total)
}
