import type { Run } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"

/** What all answers together may take, in bytes (`GATEWAY.md` §4.10). */
const mostBytes = 256 * 1024 * 1024

export interface RunMemory {
  /** Bytes kept of all answers. */
  bytes(): number
  /** Keeps it within bounds; call it every second. */
  look(): void
  /** Nothing more can be given up: no new answer may begin. */
  isFull(): boolean
}

/**
 * Bounds the memory of answers. What is over leaves first, for its content is in the database; then what is under way is
 * packed whole; then answers that nobody watches are ended, the largest first, charged and kept as far as they came. What
 * somebody reads is never touched: while there is still too much, no new one begins.
 */
export function createRunMemory(runs: RunRegistry, most = mostBytes): RunMemory {
  let full = false
  const bytesOf = (some: readonly Run[]) => some.reduce((sum, run) => sum + run.bytes, 0)
  const bytes = () => bytesOf(runs.open()) + runs.endedBytes()

  return {
    bytes,
    look() {
      let excess = bytes() - most
      if (excess > 0) excess = runs.forgetEnded(excess)
      if (excess > 0) {
        for (const run of runs.open()) run.pack()
        excess = bytes() - most
      }
      full = excess > 0
      const alone = runs.open().filter((run) => run.isAlone && run.stopReason === undefined)
      for (const run of alone.toSorted((a, b) => b.bytes - a.bytes)) {
        if (excess <= 0) break
        excess -= run.bytes
        run.stop("abandoned")
      }
    },
    isFull: () => full,
  }
}
