import { walletOwner } from "../../ledger/wallet.ts"
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

export interface CrashedRunsDeps extends OrphanDeps {
  readonly runs: Pick<RunRegistry, "forget">
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number
}

interface Crashed {
  readonly facts: RunFacts
  readonly since: number
  lookedAt: number
}

/**
 * A process of PostgreSQL that lost its connection in mid-commit may bring to an end what nobody saw before: for so long what is
 * not there is looked for again, and so often, in ms.
 */
const orphanMs = 60_000
const againMs = 5_000

export function createCrashedRuns(deps: CrashedRunsDeps): CrashedRuns {
  const { database, ledger, store, steady } = deps
  const crashed = new Map<string, Crashed>()

  /**
   * Gives back what a run holds, and its key. `charged`: a sweep, which had taken this server for dead, has settled it before;
   * `nothing`: it held nothing.
   */
  function giveAllBack(facts: RunFacts): Promise<"given" | "charged" | "nothing"> {
    return database.transaction(async (sql) => {
      const books = ledger.within(sql)
      const hold = await books.findHold(facts.id)
      if (hold !== undefined) await books.void(facts.id, walletOwner(hold.wallet_id).codeId)
      if (hold !== undefined && (await books.findHold(facts.id))?.state === "settled") return "charged"
      const kept = await books.takeFree(facts.id)
      await closeFree(deps, sql, facts.id, { kept })
      await store.unclaim(sql, facts)
      return hold === undefined ? "nothing" : "given"
    })
  }

  async function giveBackOne(one: Crashed): Promise<void> {
    const { facts, since } = one
    one.lookedAt = steady()
    const found = await giveAllBack(facts)
    if (found === "charged") await closeOrphan(deps, facts)
    const mayStillCome = found === "nothing" && database.dialect === "postgres" && steady() - since < orphanMs
    if (!mayStillCome) crashed.delete(facts.id)
  }

  return {
    add(run) {
      deps.runs.forget(run)
      crashed.set(run.facts.id, { facts: run.facts, since: steady(), lookedAt: -Infinity })
    },
    async giveBack() {
      const failed: unknown[] = []
      for (const one of crashed.values()) {
        if (steady() - one.lookedAt < againMs) continue
        await giveBackOne(one).catch((error: unknown) => {
          one.lookedAt = -Infinity
          failed.push(error)
        })
      }
      if (failed.length > 0) throw failed[0]
    },
    async giveBackOf(id) {
      const one = crashed.get(id)
      if (one) await giveBackOne(one)
      return one !== undefined
    },
  }
}
