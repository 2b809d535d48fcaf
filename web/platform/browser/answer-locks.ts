/** A name only the tab that receives an answer holds. When the tab dies, the browser lets go of it. */
const lockName = (messageId: string) => `nk-answer-${messageId}`

/** Whether tabs can know of each other what they hold: pages that came over plain HTTP cannot. */
export function hasLocks(): boolean {
  return typeof navigator !== "undefined" && "locks" in navigator
}

/** Marks an answer as arriving in this tab, until the returned function is called. */
export function holdAnswer(messageId: string): () => void {
  return hold(lockName(messageId))
}

/** Keeps other tabs from doing something (`unlessElsewhere`), until the returned function is called. */
export function holdHere(name: string): () => void {
  return hold(`nk-${name}`)
}

function hold(lock: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if (hasLocks()) {
    navigator.locks.request(lock, () => held).catch(() => {})
  }
  return release
}

/** Does something once no tab receives an answer: at once, or when the tab that does is done, closes or crashes. */
export function whenLetGo(messageId: string, task: () => Promise<void>): Promise<void> {
  return whenFree(lockName(messageId), task)
}

/** Does something once no other tab does it: at once, or when the tab that does is done, closes or crashes. */
export function afterOthers(name: string, task: () => Promise<void>): Promise<void> {
  return whenFree(`nk-${name}`, task)
}

async function whenFree(lock: string, task: () => Promise<void>): Promise<void> {
  if (!hasLocks()) return task()
  await navigator.locks.request(lock, task)
}

/** Does something unless another tab is doing it. */
export async function unlessElsewhere(name: string, task: () => Promise<void>): Promise<void> {
  if (!hasLocks()) return task()
  await navigator.locks.request(`nk-${name}`, { ifAvailable: true }, (lock) => (lock === null ? undefined : task()))
}
