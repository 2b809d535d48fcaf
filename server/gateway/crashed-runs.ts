import type { Ledger } from "../ledger/ledger-store.ts"
import type { Run, RunFacts } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"
import type { RunStore } from "./run-store.ts"

/**
 * Runs that broke on our side (a bug, a database that was gone). This server lives, so no sweep takes what they hold: it
 * is given back here, and their key with it. Where the end had reached the disk after all, it stands.
 */
export interface CrashedRuns {
  /** Tells the run's readers, and remembers it until all is given back. */
  add(run: Run): void
  /** Gives back what is due; throws when it cannot now, to be called again. */
  giveBack(): Promise<void>
}

export function createCrashedRuns(deps: {
  readonly runs: RunRegistry
  readonly ledger: Ledger
  readonly store: RunStore
}): CrashedRuns {
  const crashed = new Set<RunFacts>()
  return {
    add(run) {
      run.crash()
      deps.runs.forget(run)
      crashed.add(run.facts)
    },
    async giveBack() {
      for (const facts of crashed) {
        await deps.ledger.void(facts.id)
        await deps.store.unclaim(facts)
        crashed.delete(facts)
      }
    },
  }
}
