/** A name only the tab that receives an answer holds. When the tab dies, the browser lets go of it. */
const lockName = (messageId: string) => `nk-answer-${messageId}`

/** Marks an answer as arriving in this tab, until the returned function is called. */
export function holdAnswer(messageId: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if (typeof navigator !== "undefined" && "locks" in navigator) {
    navigator.locks.request(lockName(messageId), () => held).catch(() => {})
  }
  return release
}

/** The answers that are arriving in some tab right now. */
export async function heldAnswers(messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0 || typeof navigator === "undefined" || !("locks" in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map((lock) => lock.name))
  return new Set(messageIds.filter((id) => names.has(lockName(id))))
}
