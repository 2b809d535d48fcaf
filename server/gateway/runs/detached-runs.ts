import type { Run } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"

/** How long a run goes on when nobody reads it, in ms, and how many such runs there may be. */
const longestAloneMs = 10 * 60_000
const mostAlone = 200

/**
 * Bounds what goes on unwatched: a run whose last reader left is given ten minutes to finish, and past two hundred of them
 * the one that has been alone longest is ended. Its part so far is charged and kept. Call it every few seconds.
 */
export function createDetachedRuns(runs: RunRegistry, now: () => number): () => void {
  /** Runs found alone, longest first, with since when. */
  const alone = new Map<Run, number>()
  return () => {
    const open = runs.open()
    const stillOpen = new Set(open)
    for (const run of alone.keys()) if (!stillOpen.has(run) || !run.isAlone) alone.delete(run)
    for (const run of open) if (run.isAlone && !alone.has(run)) alone.set(run, now())
    let excess = alone.size - mostAlone
    for (const [run, since] of alone) {
      if (excess-- <= 0 && since > now() - longestAloneMs) continue
      run.stop("abandoned")
      alone.delete(run)
    }
  }
}
