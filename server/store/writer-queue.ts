import type { Sync } from "./sql.ts"
import { Rollback } from "./rollback.ts"

/**
 * Group commit. A commit that is synced to disk costs the same for one operation as for fifty, so operations that arrive
 * while others are at work share a transaction. One that fails is undone alone: each runs in a savepoint of its own but the first,
 * for which the transaction begins anew. Most are the only one of theirs, and a savepoint copies every page that they change.
 * Nobody is answered before the commit; if the commit fails, nobody's changes stay and everybody hears of it.
 */
export interface WriterQueue {
  add<T>(op: () => Promise<T>, sync?: Sync): Promise<T>
  /** Resolves when all that was added is answered. */
  idle(): Promise<void>
}

/** The steps of one connection's transaction. */
export interface TransactionSteps {
  /** `later`: nobody in the transaction waits for the disk. */
  begin(sync: Sync): Promise<void>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  commit(): Promise<void>
  rollback(): void
  /** False when the engine has rolled everything back by itself (a full disk). */
  isOpen(): boolean
}

/** Most operations in one transaction; bounds how long the first of them waits. */
const batchSize = 128

interface Waiting {
  readonly sync: Sync
  run(): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export function createWriterQueue(steps: TransactionSteps): WriterQueue {
  const waiting: Waiting[] = []
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      // Everything that reached the process in this turn of the event loop joins the batch.
      await new Promise((resolve) => setImmediate(resolve))
      await runBatch()
    }
    working = undefined
  }

  async function runBatch(): Promise<void> {
    const taken: Waiting[] = []
    const answers: (() => void)[] = []
    try {
      if (steps.isOpen()) steps.rollback()
      const sync = waiting.some((op) => op.sync === "now") ? "now" : "later"
      await steps.begin(sync)
      while (taken.length < batchSize && (sync === "now" || waiting[0]?.sync === "later")) {
        const next = waiting.shift()
        if (next === undefined) break
        taken.push(next)
        answers.push(await (taken.length === 1 ? runFirst(next, sync) : runInSavepoint(next)))
      }
      await steps.commit()
    } catch (error) {
      tryToRollback()
      // If even `begin` failed, the first operation gets the error; the others are tried again on their own.
      const failed = taken.length > 0 ? taken : waiting.splice(0, 1)
      for (const { reject } of failed) reject(error)
      return
    }
    for (const answer of answers) answer()
  }

  /** A failed rollback is repeated before the next batch; nothing of it is ever committed. */
  function tryToRollback(): void {
    try {
      if (steps.isOpen()) steps.rollback()
    } catch {
      // The failure was caused by another error, which is the one to report.
    }
  }

  async function runFirst({ run, resolve, reject }: Waiting, sync: Sync): Promise<() => void> {
    const beginAnew = () => {
      steps.rollback()
      return steps.begin(sync)
    }
    try {
      const value = await run()
      if (value instanceof Rollback) await beginAnew()
      return () => resolve(value)
    } catch (error) {
      if (!steps.isOpen()) throw error
      await beginAnew()
      return () => reject(error)
    }
  }

  async function runInSavepoint({ run, resolve, reject }: Waiting): Promise<() => void> {
    steps.savepoint()
    try {
      const value = await run()
      if (value instanceof Rollback) steps.rollbackToSavepoint()
      else steps.release()
      return () => resolve(value)
    } catch (error) {
      if (!steps.isOpen()) throw error
      steps.rollbackToSavepoint()
      return () => reject(error)
    }
  }

  return {
    add<T>(op: () => Promise<T>, sync: Sync = "now"): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ sync, run: op, resolve: (value) => resolve(value as T), reject })
        working ??= work()
      })
    },
    async idle() {
      await working
    },
  }
}
