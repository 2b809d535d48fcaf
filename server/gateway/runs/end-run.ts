import type { WireFrame } from "#core/providers/chat-wire.ts"
import { recordUsage, type UsageRecord } from "../../ledger/usage-records.ts"
import { persistently } from "../../store/database-unavailable.ts"
import type { Database, Sql } from "../../store/database.ts"
import type { Timers } from "../../timers.ts"
import type { Bill } from "../billing/billing.ts"
import { keepPortions } from "./checkpoint.ts"
import type { Outcome } from "./outcome.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"
import type { WholeReply } from "./whole-reply.ts"

export interface EndRunDeps {
  readonly database: Database
  readonly store: RunStore
  readonly timers: Timers
}

/** What is decided about a run's end once its bill is known: the outcome, and what is still to be said. */
export interface Ending {
  readonly outcome: Outcome
  /** What follows the last frame. */
  readonly closing: readonly WireFrame[]
  readonly reply?: WholeReply | undefined
  readonly record: UsageRecord
}

/**
 * Ends a run in one transaction: the money is settled, the rest of the answer and its end are kept, the usage is recorded.
 * Only when that is on disk do readers hear of it; a database that is gone for a moment is waited for. A crash before leaves
 * the run open for the next server to close.
 */
export async function endRun(
  deps: EndRunDeps,
  run: Run,
  settle: (sql: Sql) => Promise<Bill>,
  endingFor: (bill: Bill) => Ending,
): Promise<Outcome> {
  const keep = async (sql: Sql) => {
    const decided = endingFor(await settle(sql))
    const frames = run.encode(decided.closing)
    if (run.keepsFrames && saysNothing(run, decided)) await deps.store.forget(sql, run.facts)
    else if (run.keepsFrames) {
      const unkept = Buffer.concat([...run.framesAfter(run.keptFrames), ...frames]).toString()
      await deps.store.keepEnd(sql, run.facts, {
        state: "ended",
        outcome: decided.outcome,
        frames: unkept,
        firstId: run.keptFrames + 1,
        reply: decided.reply,
      })
    }
    await recordUsage(sql, decided.record)
    return { ending: decided, closing: frames }
  }
  const { ending, closing } = await persistently(deps.timers, async () => {
    if (run.keepsFrames) await keepPortions(deps, run)
    return deps.database.transaction(keep)
  })
  const attachable = !saysNothing(run, ending)
  run.append(closing)
  if (ending.reply !== undefined) run.keepReply(ending.reply)
  run.end(ending.outcome, attachable)
  return ending.outcome
}

/** What failed before a word leaves nothing to attach to: the same key may be tried again. */
function saysNothing(run: Run, { outcome, reply }: Ending): boolean {
  return outcome.state === "failed" && run.frameCount === 0 && reply === undefined
}
