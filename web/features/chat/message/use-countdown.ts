import { useEffect, useState } from "react"

/** Whole seconds until a moment (epoch milliseconds), counting down; undefined without one. */
export function useCountdown(until: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
}
