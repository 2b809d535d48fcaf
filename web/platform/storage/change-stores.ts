/** The stores that a transaction which stamps records needs besides those that it writes them to. */
export const writerStores = ["graves", "peers", "outbox"] as const

/** The stores that a change of conversations may touch. */
export const changedStores = [
  "sessions",
  "messages",
  "folders",
  "drafts",
  "attachments",
  "settings",
  ...writerStores,
] as const

/**
 * Marks a deleted conversation whose messages are still to be removed: there may be thousands, and they are found one by one.
 * The next start goes on with it.
 */
export const remainsKey = (sessionId: string): string => `remains:${sessionId}`

/** Every message of a session, by the index that keeps them in order; also those whose place is damaged, and no number. */
export function ofSession(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []])
}

/** Makes a request of a transaction that nobody waits for by itself: where it fails, the transaction fails with it. */
export function ask(request: Promise<unknown>): void {
  request.catch(() => {})
}

/** Resolves when what was done in a transaction is committed. Where any of it throws, nothing of it is. */
export async function inWhole<Result>(
  transaction: { readonly abort: () => void; readonly done: Promise<void> },
  run: () => Promise<Result>,
): Promise<Result> {
  ask(transaction.done)
  try {
    const result = await run()
    await transaction.done
    return result
  } catch (trouble) {
    try {
      transaction.abort()
    } catch {
      // It has failed by itself, or is over.
    }
    // The reason of the transaction says more than that one of its requests was aborted.
    await transaction.done
    throw trouble
  }
}
