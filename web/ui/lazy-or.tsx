import { lazy, useEffect, type ComponentType } from "react"
import { texts } from "../platform/language/texts.ts"
import { createEmitter, useEmitter } from "./emitter.ts"
import { growingPauses } from "./growing-pauses.ts"

/** So long after it could not be fetched, a part is tried for the first time again, in ms. */
const againMs = 3_000

/**
 * A part of every message. While its code cannot be fetched, `instead` is shown, because a missing part must not make a
 * message fail; it is fetched again as long as it is missed anywhere.
 */
export function lazyOr<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Instead: ComponentType<Props>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined
  const isFetched = createEmitter(false)
  const miss = fetchedWhileMissed(async () => {
    Part = (await load()).default
    isFetched.set(true)
  })
  function Meanwhile(props: Props) {
    const isHere = useEmitter(isFetched)
    useEffect(() => (isHere ? undefined : miss()), [isHere])
    return Part === undefined ? <Instead {...props} /> : <Part {...props} />
  }
  return lazy(() => load().catch(() => ({ default: Meanwhile })))
}

/** Has something fetched until it is there, while anybody misses it. Whoever does calls the result, which returns how to stop. */
function fetchedWhileMissed(load: () => Promise<void>): () => () => void {
  let missing = 0
  let isFetching = false
  const fetchAgain = async () => {
    if (isFetching) return
    isFetching = true
    const pause = growingPauses(againMs)
    for (let isThere = false; !isThere && missing > 0;) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await new Promise<void>((again) => void pause(again))
      // oxlint-disable-next-line no-await-in-loop
      if (missing > 0) isThere = await load().then(yes, no)
    }
    isFetching = false
  }
  return () => {
    missing += 1
    void fetchAgain()
    return () => {
      missing -= 1
    }
  }
}

const yes = () => true
const no = () => false

/** Replaces an optional part of a message by nothing. */
export const nothing = () => null

/** Replaces a part of a message that its reader would look for. */
export function PartMissing() {
  return <p>{texts().shell.partMissing}</p>
}
