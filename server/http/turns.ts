/** Work that waits for its turn: however much there is, one piece is done in each turn of the event loop, the first that asked first. */
export interface Turns {
  /** Has a piece of work done in its turn. */
  inTurn(work: () => void): void
  /** Resolves in its turn. */
  ownTurn(): Promise<void>
}

export function createTurns(): Turns {
  const waiting = new Set<() => void>()
  let isSet = false

  function inTurn(work: () => void): void {
    waiting.add(work)
    if (isSet) return
    isSet = true
    setImmediate(next)
  }

  function next(): void {
    isSet = waiting.size > 1
    if (isSet) setImmediate(next)
    const [work] = waiting
    if (work === undefined) return
    waiting.delete(work)
    work()
  }

  return { inTurn, ownTurn: () => new Promise((resolve) => inTurn(() => resolve())) }
}

/** Lets everybody else go on for a moment. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Has pieces of work done of which each begins when the one before is over, the first that asked first. */
export function createOneByOne(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
