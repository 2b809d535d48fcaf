/**
 * A clock for how long something has lasted: it goes on where the given one is set back, so that a wait of a second does not
 * become one of an hour. Where that one is set ahead, waits end early. Its instants mean nothing to anybody else. In ms.
 */
export function steadyClock(now: () => number): () => number {
  let last = now()
  let steady = last
  return () => {
    const at = now()
    steady += Math.max(0, at - last)
    last = at
    return steady
  }
}
