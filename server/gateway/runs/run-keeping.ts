import { persistently } from "../../store/database-unavailable.ts"
import type { Database } from "../../store/sql.ts"
import type { Timers } from "../../time/timers.ts"
import { keepPortionsWithin } from "./checkpoint.ts"
import type { Outcome } from "./outcome.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"
import { TakenOver } from "./taken-over.ts"
import { isStranger } from "./strangers-kept.ts"

/**
 * Keeps runs without a key whose readers did not get the whole answer: under their own id, as long as those with a key. One
 * that goes on is kept as it comes from now on; one that has ended is written behind its reader's back. A run whose reader
 * has it all costs nothing.
 */
export interface RunKeeping {
  /** Answers whether its reader can come back for it: nobody in particular cannot. */
  keep(run: Run): boolean
  /** The caller's run that is to be kept and is not on disk yet. */
  find(id: string, owner: string): Run | undefined
  /** Its reader has it after all. Resolves when nothing more is written of it. */
  drop(run: Run): Promise<void>
  /** Resolves when all that is to be kept is on disk, or cannot be. */
  settled(): Promise<void>
}

export interface RunKeepingDeps {
  readonly database: Database
  readonly store: RunStore
  readonly timers: Timers
  readonly onFailed: (error: unknown) => void
}

/** Of strangers' answers no more than this waits to be written, in bytes; what comes beyond is not kept. */
const mostOfStrangers = 32 * 1024 * 1024

export function createRunKeeping(deps: RunKeepingDeps): RunKeeping {
  /** One after the other: each is some work. */
  let last = Promise.resolve()
  let bytesOfStrangers = 0
  const waiting = new Map<string, Run>()

  function keepInTurn(run: Run, outcome: Outcome): void {
    if (run.isKept || !run.attachable) return
    const bytes = isStranger(run.facts.owner) ? run.bytes : 0
    if (bytesOfStrangers + bytes > mostOfStrangers) return
    bytesOfStrangers += bytes
    waiting.set(run.facts.id, run)
    last = last
      .then(() => (waiting.has(run.facts.id) ? keepEnded(deps, run, outcome) : undefined))
      .catch(deps.onFailed)
      .finally(() => {
        waiting.delete(run.facts.id)
        bytesOfStrangers -= bytes
      })
  }

  return {
    keep(run) {
      if (run.facts.isNobodys === true) return false
      if (run.keepsFrames) return true
      run.outlive()
      // An end that is being written may not know of it.
      if (run.outcome === undefined) void run.ended.then((outcome) => keepInTurn(run, outcome))
      else keepInTurn(run, run.outcome)
      return true
    },
    find(id, owner) {
      const run = waiting.get(id)
      return run?.facts.owner === owner ? run : undefined
    },
    drop: ({ facts }) => (waiting.delete(facts.id) ? last : Promise.resolve()),
    settled: () => last,
  }
}

async function keepEnded({ database, store, timers }: RunKeepingDeps, run: Run, outcome: Outcome): Promise<void> {
  const { facts } = run
  const reply = run.reply && (await store.sealReply(facts, run.reply))
  let isUnsure = false
  await persistently(timers, async () => {
    try {
      // All at once: it is paid, and a part of it that a crash left behind would be told as the whole.
      await database.transaction(async (sql) => {
        await store.enter(sql, facts)
        const { firstId, frames } = await keepPortionsWithin(sql, store, run)
        await store.keepEnd(sql, facts, { state: "ended", outcome, frames, firstId, reply })
      })
    } catch (error) {
      // Its end is on disk: it came through the first time, unheard.
      if (isUnsure && error instanceof TakenOver) return
      isUnsure = true
      throw error
    }
  })
  run.endIsKept()
}
