import { useEffect, useRef, useState } from "react"
import { growingPauses } from "./growing-pauses.ts"

/** So long after it could not be fetched, a part is wanted for the first time again, in ms. */
const againMs = 5_000

/**
 * For a `lazyPart` that nobody presses a key for: where it could not be fetched, it is wanted again after a while, or as soon
 * as there is a network. The user is told of the first failure only, and the page is not loaded again for the later ones.
 */
export function useWantedAgain() {
  const pause = useRef(growingPauses(againMs))
  const [isPausing, setPausing] = useState(false)
  const [wasMissing, setWasMissing] = useState(false)
  useEffect(() => (isPausing ? pause.current(() => setPausing(false)) : undefined), [isPausing])
  const onMissing = () => {
    setWasMissing(true)
    setPausing(true)
  }
  return { wanted: !isPausing, isOptional: wasMissing, onMissing }
}
