import type { WireFrame } from "#core/providers/client-api.ts"
import { recordUsage, type UsageRecord } from "../../ledger/usage-records.ts"
import { persistently } from "../../store/database-unavailable.ts"
import type { Database, Sql } from "../../store/sql.ts"
import type { Timers } from "../../time/timers.ts"
import type { Bill } from "../billing/billing.ts"
import { keepPortions, type NoteWorth } from "./checkpoint.ts"
import type { Outcome } from "./outcome.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"
import { TakenOver } from "./taken-over.ts"
import type { WholeReply } from "./whole-reply.ts"

export interface EndRunDeps {
  readonly database: Database
  readonly store: RunStore
  readonly timers: Timers
}

/** The decision about a run's end once its bill is known: the outcome, and the frames still to be sent. */
export interface RunEnding {
  readonly outcome: Outcome
  /** The frames after the last one. */
  readonly closing: readonly WireFrame[]
  readonly reply?: WholeReply | undefined
  /** Somebody can read something of it. */
  readonly isAnswered: boolean
  /** Absent: its use is not recorded. */
  readonly record?: UsageRecord | undefined
}

/** An end that is on disk: what is told of it, its last frames, and whether the answer is kept. */
interface DecidedEnd {
  readonly ending: Pick<RunEnding, "outcome" | "reply">
  readonly closing: readonly Buffer[]
  readonly isKept: boolean
}

/** To pack and seal a reply of more bytes than this would keep everybody who pays from the same wallet waiting. */
const longReply = 64 * 1024

/**
 * Ends a run in one transaction: the money is settled, the rest of the answer and its end are kept, the usage is recorded.
 * Only when that is on disk do readers hear of it; a database that is gone is waited for, as long as it takes. A crash before
 * leaves the run open for the next server to close. `asItCame`: the whole reply before its end is told in it; `noteWorth`:
 * for what of a long answer is on disk before that. Throws `TakenOver` where another server has closed it, and the rest
 * cannot be kept.
 */
export async function endRun(
  deps: EndRunDeps,
  run: Run,
  settle: (sql: Sql) => Promise<Bill>,
  endingFor: (bill: Bill) => RunEnding,
  { asItCame, noteWorth }: { readonly asItCame?: WholeReply | undefined; readonly noteWorth?: NoteWorth } = {},
): Promise<Outcome> {
  const isLong = asItCame !== undefined && asItCame.bytes.length > longReply
  const sealed =
    isLong && run.keepsFrames ? await deps.store.sealReply(run.facts, asItCame, { isBare: true }) : undefined
  const keep = async (sql: Sql) => {
    const decided = endingFor(await settle(sql))
    const frames = run.encode(decided.closing)
    // Of one without a key there must be something to come back for.
    if (run.facts.key === undefined && !decided.isAnswered && isEmpty(run, decided.reply)) run.leaveNothing()
    const isKept = run.keepsFrames && !saysNothing(run, decided)
    if (run.keepsFrames && !isKept) await deps.store.forget(sql, run.facts)
    if (isKept) {
      await deps.store.enter(sql, run.facts)
      const unkept = Buffer.concat([...run.framesAfter(run.keptFrames), ...frames]).toString()
      await deps.store.keepEnd(sql, run.facts, {
        state: "ended",
        outcome: decided.outcome,
        frames: unkept,
        firstId: run.keptFrames + 1,
        reply: decided.reply && (sealed ?? decided.reply),
      })
    }
    if (decided.record) await recordUsage(sql, decided.record)
    return { ending: decided, closing: frames, isKept }
  }
  let isUnsure = false
  const { ending, closing, isKept } = await persistently(deps.timers, async (): Promise<DecidedEnd> => {
    const earlier = isUnsure ? await ownEnd(deps, run) : undefined
    if (earlier) return earlier
    if (run.keepsFrames) await keepPortions(deps, run, noteWorth).catch(unlessTakenOver)
    isUnsure = true
    return deps.database.transaction(keep)
  })
  if (isKept) run.endIsKept()
  const attachable = !saysNothing(run, ending)
  run.append(closing)
  if (ending.reply !== undefined) run.keepReply(ending.reply)
  run.end(ending.outcome, attachable)
  return ending.outcome
}

/** The end takes the place of what another server has kept meanwhile, if it can: all of it at once. */
function unlessTakenOver(error: unknown): void {
  if (!(error instanceof TakenOver)) throw error
}

/** Our own end of a run that is on disk, though nobody was told so. What another server made of it is another thing. */
async function ownEnd({ store }: EndRunDeps, run: Run): Promise<DecidedEnd | undefined> {
  if (!run.keepsFrames) return undefined
  const kept = await store.load(run.facts.id, run.facts.owner)
  if (kept?.outcome === undefined || kept.outcome.state === "interrupted") return undefined
  const { outcome, reply } = kept
  return { ending: { outcome, reply }, closing: kept.framesAfter(run.frameCount), isKept: true }
}

/** Whether a run failed, or was ended by a failure, before any content and cost nothing: then its key may be used again. */
function saysNothing(run: Run, { outcome, reply }: DecidedEnd["ending"]): boolean {
  return outcome.failure !== undefined && outcome.cost === 0 && isEmpty(run, reply)
}

function isEmpty(run: Run, reply: WholeReply | undefined): boolean {
  return run.frameCount === 0 && reply === undefined
}
