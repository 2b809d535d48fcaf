/** What waits, the first that asked first. */
const waiting = new Set<() => void>()
let isSet = false

/** Has a piece of work done in its turn: however many wait, one piece is done in each turn of the event loop. */
export function inTurn(work: () => void): void {
  waiting.add(work)
  if (isSet) return
  isSet = true
  setImmediate(next)
}

/** Resolves in its turn. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => inTurn(() => resolve()))
}

function next(): void {
  isSet = waiting.size > 1
  if (isSet) setImmediate(next)
  const [work] = waiting
  if (work === undefined) return
  waiting.delete(work)
  work()
}

/** Lets everybody else go on for a moment. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
