import { useEffect, useState } from "react"

/** The time now, as of the last midnight or the last return to the page: enough to say "today" and "yesterday". */
export function useToday(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const midnight = new Date(now)
    midnight.setHours(24, 0, 0, 0)
    const refresh = () => {
      if (new Date().toDateString() !== new Date(now).toDateString()) setNow(Date.now())
    }
    const timer = setTimeout(() => setNow(Date.now()), midnight.getTime() - now + 1000)
    document.addEventListener("visibilitychange", refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", refresh)
    }
  }, [now])
  return now
}
