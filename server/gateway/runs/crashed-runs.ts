import { closeFree } from "./close-free.ts"
import { closeOrphan, type OrphanDeps } from "./recover.ts"
import type { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"
import type { RunRegistry } from "./run-registry.ts"

/**
 * Runs that broke on our side (a bug, a database that was gone). This server lives, so no sweep takes what they hold: it
 * is given back here, and their key with it. Where the end had reached the disk after all, it stands.
 */
export interface CrashedRuns {
  /** Remembers a run until all is given back. */
  add(run: Run): void
  /** Gives back what is due, each by itself; throws when something cannot be now, to be called again. */
  giveBack(): Promise<void>
  /** Does the same for one run at once; false where that run did not crash here. */
  giveBackOf(id: string): Promise<boolean>
}

export function createCrashedRuns(deps: OrphanDeps & { readonly runs: RunRegistry }): CrashedRuns {
  const crashed = new Map<string, RunFacts>()

  /** Gives back what a run holds; true when a sweep, which had taken its server for dead, has charged it before. */
  async function chargedMeanwhile(id: string): Promise<boolean> {
    if (await deps.ledger.void(id)) return false
    const hold = await deps.database.transaction((sql) => deps.ledger.within(sql).findHold(id))
    return hold?.state === "settled"
  }

  async function giveBackOne(facts: RunFacts): Promise<void> {
    if (await chargedMeanwhile(facts.id)) await closeOrphan(deps, facts)
    else {
      await deps.database.transaction(async (sql) => {
        const kept = await deps.ledger.within(sql).takeFree(facts.id)
        await closeFree(deps, sql, facts.id, { kept })
      })
      await deps.store.unclaim(facts)
    }
    crashed.delete(facts.id)
  }

  return {
    add(run) {
      deps.runs.forget(run)
      crashed.set(run.facts.id, run.facts)
    },
    async giveBack() {
      const failed: unknown[] = []
      for (const facts of crashed.values()) await giveBackOne(facts).catch((error: unknown) => failed.push(error))
      if (failed.length > 0) throw failed[0]
    },
    async giveBackOf(id) {
      const facts = crashed.get(id)
      if (facts) await giveBackOne(facts)
      return facts !== undefined
    },
  }
}
