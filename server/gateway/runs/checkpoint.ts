import type { Ledger, LedgerEndings } from "../../ledger/ledger-store.ts"
import { persistently } from "../../store/database-unavailable.ts"
import type { Database, Sql } from "../../store/sql.ts"
import type { Timers } from "../../time/timers.ts"
import type { ProgressNotes } from "./progress.ts"
import type { Run } from "./run.ts"
import type { RunStore } from "./run-store.ts"
import { TakenOver } from "./taken-over.ts"

/** How much of an answer a crash may cost at the most, in ms. */
export const checkpointMs = 2_000

/** The facts about a run in progress. */
export interface ProgressFacts {
  readonly notes: ProgressNotes
  /** Money is held for it: where that is not so any more, another server has closed it. */
  readonly isHeld: boolean
  /** We pay for it. */
  readonly isOnUs: boolean
}

/** Says what a run is worth by now, and answers how to write that down; undefined where a crash must cost nothing. */
export type NoteWorth = () => Promise<((sql: Sql) => Promise<void>) | undefined>

interface CheckpointDeps {
  readonly database: Database
  readonly store: RunStore
}

/** How many bytes on the wire are stored in one transaction: sealing takes several times that for a moment. */
const portionBytes = 1024 * 1024

/**
 * Keeps what an answer has come to so far, and what it is worth, in one transaction. Called every two seconds of a run's
 * life, one at a time. Throws `TakenOver` where there is nothing to keep it for any more.
 */
export async function checkpoint(deps: CheckpointDeps, run: Run, noteWorth: NoteWorth): Promise<void> {
  const frames = run.keepsFrames ? run.framesAfter(run.keptFrames, portionBytes) : []
  const isAll = run.keptFrames + frames.length >= run.frameCount
  await keepNoted(deps, run, frames, noteWorth)
  if (run.keepsFrames && !isAll) await checkpoint(deps, run, noteWorth)
}

/**
 * Keeps all but the last portion of what was said, before the transaction that ends a run keeps the rest. `noteWorth`: of
 * one that is not settled yet, which a crash closes by what is noted.
 */
export async function keepPortions(deps: CheckpointDeps, run: Run, noteWorth?: NoteWorth): Promise<void> {
  for (;;) {
    const frames = run.framesAfter(run.keptFrames, portionBytes)
    if (run.keptFrames + frames.length >= run.frameCount) return
    await keepNoted(deps, run, frames, noteWorth)
  }
}

/**
 * Keeps all but the last portion of what was said in the caller's transaction, and answers the last one with the id of its
 * first frame. Sealed in portions, it is never in memory as a whole a second time.
 */
export async function keepPortionsWithin(
  sql: Sql,
  store: Pick<RunStore, "keepFrames">,
  run: Run,
): Promise<{ readonly firstId: number; readonly frames: string }> {
  for (let kept = run.keptFrames; ;) {
    const portion = run.framesAfter(kept, portionBytes)
    const frames = Buffer.concat(portion).toString()
    if (kept + portion.length >= run.frameCount) return { firstId: kept + 1, frames }
    await store.keepFrames(sql, run.facts, kept + 1, frames)
    kept += portion.length
  }
}

/** Notes what an answer is worth of which nothing can be kept any more; waits for a database that is away. */
export async function noteAlone(
  { database, timers }: Pick<CheckpointDeps, "database"> & { readonly timers: Timers },
  noteWorth: NoteWorth,
): Promise<void> {
  const note = await noteWorth()
  if (note !== undefined) await persistently(timers, () => database.transaction(note))
}

async function keepNoted(deps: CheckpointDeps, run: Run, frames: readonly Buffer[], noteWorth?: NoteWorth) {
  const note = await noteWorth?.()
  if (note === undefined && frames.length === 0) return
  await deps.database.transaction(async (sql) => {
    await note?.(sql)
    if (frames.length > 0) await keepSome(deps, sql, run, frames)
  })
  run.kept(frames.length)
}

/**
 * How the worth of a run is noted. It is, where money is held for the run, and where we pay for it: there as soon as somebody can
 * read something of it, or where its provider bills it whole.
 */
export function noteWorthOf(ledger: Ledger, run: Run, { notes, isHeld, isOnUs }: ProgressFacts): NoteWorth {
  return async () => {
    if (!isHeld && !isOnUs) return undefined
    const progress = await notes.now(run)
    if (!isHeld && progress.output === 0 && progress.billedWhole === undefined) return undefined
    return (sql) => note(ledger.within(sql), run.facts.id, isHeld, JSON.stringify(progress))
  }
}

async function note(books: LedgerEndings, id: string, isHeld: boolean, progress: string): Promise<void> {
  if (!isHeld) return books.noteFree(id, progress)
  if (!(await books.progress(id, progress))) throw new TakenOver(id)
}

async function keepSome(
  { store }: Pick<CheckpointDeps, "store">,
  sql: Sql,
  run: Run,
  frames: readonly Buffer[],
): Promise<void> {
  await store.enter(sql, run.facts)
  // A run that another server has closed may already be read, and stays as it is until its end is known.
  if (!(await store.lockOpen(sql, run.facts))) throw new TakenOver(run.facts.id)
  await store.keepFrames(sql, run.facts, run.keptFrames + 1, Buffer.concat(frames).toString())
}
