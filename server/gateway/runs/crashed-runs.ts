import { closeOrphan, type OrphanDeps } from "./recover.ts"
import type { Run, RunFacts } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"

/**
 * Runs that broke on our side (a bug, a database that was gone). This server lives, so no sweep takes what they hold: it
 * is given back here, and their key with it. Where the end had reached the disk after all, it stands.
 */
export interface CrashedRuns {
  /** Remembers a run until all is given back. */
  add(run: Run): void
  /** Gives back what is due; throws when it cannot now, to be called again. */
  giveBack(): Promise<void>
}

export function createCrashedRuns(deps: OrphanDeps & { readonly runs: RunRegistry }): CrashedRuns {
  const crashed = new Set<RunFacts>()
  /** Gives back what a run holds; true when a sweep, which had taken its server for dead, has charged it before. */
  async function chargedMeanwhile(id: string): Promise<boolean> {
    if (await deps.ledger.void(id)) return false
    const hold = await deps.database.transaction((sql) => deps.ledger.within(sql).findHold(id))
    return hold?.state === "settled"
  }

  return {
    add(run) {
      deps.runs.forget(run)
      crashed.add(run.facts)
    },
    async giveBack() {
      for (const facts of crashed) {
        if (await chargedMeanwhile(facts.id)) await closeOrphan(deps, facts)
        else await deps.store.unclaim(facts)
        crashed.delete(facts)
      }
    },
  }
}
