import { AsyncLocalStorage } from "node:async_hooks"

/**
 * Refuses to use the database from inside one of its own transactions. Without it such a call waits for the transaction
 * that waits for it, for ever (SQLite has one writer, PostgreSQL a bounded pool).
 */
export interface NestingGuard {
  /** Runs `op` as the inside of a transaction. */
  inside<T>(op: () => Promise<T>): Promise<T>
  /** Throws when called from inside. */
  check(): void
}

export function createNestingGuard(): NestingGuard {
  const current = new AsyncLocalStorage<{ open: boolean }>()
  return {
    async inside(op) {
      const frame = { open: true }
      try {
        return await current.run(frame, op)
      } finally {
        // Work that the operation started and left behind is outside from here on.
        frame.open = false
      }
    },
    check() {
      if (current.getStore()?.open === true)
        throw new Error("the database was used inside a transaction: use the sql handle the operation is given")
    },
  }
}
