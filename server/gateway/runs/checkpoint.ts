import type { ProviderId } from "#core/providers/registry.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { Database, Sql } from "../../store/database.ts"
import type { Meter } from "../billing/meter.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { Run } from "./run.ts"
import type { RunStore } from "./run-store.ts"

/** How much of an answer a crash may cost at the most, in ms. */
export const checkpointMs = 2_000

/** How far a run had come, for whoever has to close it after a crash; kept with its hold. In tokens, counted roughly. */
export interface Progress {
  readonly model: string
  /** Whose; the same name may stand with several. */
  readonly provider?: ProviderId
  /** The name its caller asked for, where this model is called in its place. */
  readonly asked?: string
  readonly input: number
  readonly output: number
}

/** What is known of a run while it goes on. */
export interface ProgressFacts {
  readonly promptTokens: number
  /** The model that is asked now: after a refusal it may be another than before. */
  readonly model: () => OfferedModel
  readonly meter: Meter
}

interface CheckpointDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly store: RunStore
}

/** So much is kept in one transaction, in bytes as they went over the wire: sealing takes several times that for a moment. */
const portionBytes = 1024 * 1024
/** UTF-8 bytes a token covers, near enough to tell a crash from a theft. */
const bytesPerToken = 4

/**
 * Keeps what an answer has come to so far, and what it is worth, in one transaction. Called every two seconds of a run's
 * life, one at a time.
 */
export async function checkpoint(deps: CheckpointDeps, run: Run, facts: ProgressFacts): Promise<void> {
  const frames = run.keepsFrames ? run.framesAfter(run.keptFrames, portionBytes) : []
  const isAll = run.keptFrames + frames.length >= run.frameCount
  // Who can come back finds what is on disk: where that is nothing yet, a crash must cost nothing either.
  const readable = !run.keepsFrames || run.keptFrames + frames.length > 0
  const output = readable && facts.meter.sawAnswer() ? Math.ceil(facts.meter.outputBytes() / bytesPerToken) : 0
  const model = facts.model()
  const progress: Progress = {
    model: model.name,
    provider: model.provider,
    ...(model.asked === undefined ? {} : { asked: model.asked }),
    input: facts.promptTokens,
    output,
  }
  await deps.database.transaction(async (sql) => {
    await deps.ledger.within(sql).progress(run.facts.id, JSON.stringify(progress))
    if (frames.length > 0) await keepSome(deps, sql, run, frames)
  })
  run.kept(frames.length)
  if (run.keepsFrames && !isAll) await checkpoint(deps, run, facts)
}

/** Keeps all but the last portion of what was said, before the transaction that ends a run keeps the rest. */
export async function keepPortions(deps: Pick<CheckpointDeps, "database" | "store">, run: Run): Promise<void> {
  for (;;) {
    const frames = run.framesAfter(run.keptFrames, portionBytes)
    if (run.keptFrames + frames.length >= run.frameCount) return
    await deps.database.transaction((sql) => keepSome(deps, sql, run, frames))
    run.kept(frames.length)
  }
}

async function keepSome(
  { store }: Pick<CheckpointDeps, "store">,
  sql: Sql,
  run: Run,
  frames: readonly Buffer[],
): Promise<void> {
  // What another server has closed is read by others already, and stays as it is.
  if (!(await store.lockOpen(sql, run.facts))) throw new Error(`run ${run.facts.id} was closed by another server`)
  await store.keepFrames(sql, run.facts, run.keptFrames + 1, Buffer.concat(frames).toString())
}
