import type { DayCounters } from "../access/day-counters.ts"
import { apiFor } from "../gateway/apis/api-prefixes.ts"
import { type CrashedRuns, createCrashedRuns } from "../gateway/runs/crashed-runs.ts"
import type { EndTakenOverDeps } from "../gateway/runs/end-from-store.ts"
import { createKeptRuns, type KeptRuns } from "../gateway/runs/kept-runs.ts"
import { closeOrphan, recover } from "../gateway/runs/recover.ts"
import type { Readers } from "../gateway/runs/reply-stream.ts"
import { createRunKeeping } from "../gateway/runs/run-keeping.ts"
import { createRunMemory, type RunMemory } from "../gateway/runs/run-memory.ts"
import { createRunRegistry, type RunRegistry } from "../gateway/runs/run-registry.ts"
import { createRunStore, type RunStore } from "../gateway/runs/run-store.ts"
import { createSealer } from "../gateway/runs/encryption.ts"
import { createUnreadAnswers } from "../gateway/runs/unread-answers.ts"
import type { Log } from "../http/log.ts"
import type { Refusals } from "../http/refusals.ts"
import { textsFor } from "../http/texts.ts"
import { createTurns } from "../http/turns.ts"
import { forgetOldRecords } from "../ledger/usage-records.ts"
import { createServedTime } from "../store/served-time.ts"
import { realTimers } from "../time/timers.ts"
import type { Data } from "./open-data.ts"

/** The answers of this server: those in progress, those that are kept, and who reads them. */
export interface Runs {
  readonly runs: RunRegistry
  readonly store: RunStore
  readonly memory: RunMemory
  readonly keptRuns: KeptRuns
  readonly crashedRuns: CrashedRuns
  readonly closeLeft: EndTakenOverDeps["closeLeft"]
  readonly readers: Readers
  /** Closes what dead servers left open. */
  closeDead(): Promise<void>
  /** The same, and gives back what is due, and erases what is old. */
  tidyUp(): Promise<void>
  /** Forgets counts and records that nothing rests on any more. */
  forgetOld(): Promise<void>
}

export interface RunsOptions {
  /** Epoch ms. */
  readonly now: () => number
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number
  readonly log: Log
  readonly refusals: Refusals
  readonly counters: DayCounters
  /** Work in the background failed: what it was, and why. */
  readonly onFailed: (what: string) => (error: unknown) => void
}

export function buildRuns(data: Data, { now, steady, log, refusals, counters, onFailed }: RunsOptions): Runs {
  const { database, ledger, membership, pepper } = data
  const turns = createTurns()
  const sealer = createSealer(pepper)
  const store = createRunStore({ database, sealer, server: membership, now, pause: turns.ownTurn })
  const runs = createRunRegistry(now, {
    onWatcherFailed: (run, error) => log.error("watcher", { run: run.facts.id, error: String(error) }),
  })
  const orphans = {
    database,
    ledger,
    counters,
    store,
    apiFor,
    texts: textsFor(undefined),
    onDamaged: onFailed("damaged-run"),
  }
  const crashedRuns = createCrashedRuns({ runs, steady, ...orphans })
  const servedTime = createServedTime(database, steady)

  async function closeDead(): Promise<void> {
    await recover(orphans)
    await counters.sweep(orphans.onDamaged)
    await membership.forgetDead()
  }

  return {
    runs,
    store,
    memory: createRunMemory(runs),
    keptRuns: createKeptRuns(store),
    crashedRuns,
    closeLeft: (facts) => closeOrphan(orphans, facts),
    readers: {
      unread: createUnreadAnswers({ now: steady, refusals }),
      keeping: createRunKeeping({ database, store, timers: realTimers, onFailed: onFailed("keep-run") }),
      turns,
    },
    closeDead,
    async tidyUp() {
      await servedTime.advance()
      await crashedRuns.giveBack().catch(onFailed("give-back"))
      await closeDead()
      await store.eraseOld()
    },
    async forgetOld() {
      await counters.forgetOld()
      await forgetOldRecords(database, now())
    },
  }
}
