import { useState } from "react"
import { useIsUsed } from "../state/first-use.ts"

/**
 * For a window that asks its user something: it is fetched ahead, as soon as there is something to ask about. Where that failed, it is
 * fetched with the next question, and one that stays without its window is given up.
 */
export function useAskedWindow(isAsked: boolean, giveUp: () => void) {
  const isUsed = useIsUsed()
  const [wasMissing, setWasMissing] = useState(false)
  const onMissing = () => {
    setWasMissing(true)
    giveUp()
  }
  return { wanted: (isUsed && !wasMissing) || isAsked, onMissing }
}
