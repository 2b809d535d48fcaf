import { useEffect, useRef, useState } from "react"

/**
 * How many of a long list are drawn by now, and the element behind them: when that comes near the screen, there will be more.
 * `of` names the list; with another one it begins anew.
 */
export function useMore(of: string, total: number, atOnce: number) {
  const [drawn, setDrawn] = useState({ of, most: atOnce })
  const most = drawn.of === of ? drawn.most : atOnce
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null) return
    const watcher = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setDrawn({ of, most: most + 2 * atOnce }),
      // The first margin is the window's, the second that of the box in which the list scrolls.
      { rootMargin: "600px", scrollMargin: "600px" },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [of, most, total, atOnce])
  return [most, end] as const
}
