import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
import type { Ledger } from "../ledger/ledger-store.ts"
import type { Database, Sql } from "../store/sql.ts"
import { persistently } from "../store/database-unavailable.ts"
import type { Timers } from "../time/timers.ts"
import type { Need } from "./billing/billing.ts"
import { Meter } from "./billing/meter.ts"
import type { ChatCall } from "./call/chat-call.ts"
import { decideEnd, type EndDeps } from "./decide-end.ts"
import type { ModelNews, Rerouted } from "./models/model-news.ts"
import { checkpoint, checkpointMs, noteAlone, type NoteWorth, noteWorthOf } from "./runs/checkpoint.ts"
import { endRun } from "./runs/end-run.ts"
import { oneAtATime } from "./runs/one-at-a-time.ts"
import type { Outcome } from "./runs/outcome.ts"
import { ProgressNotes } from "./runs/progress.ts"
import type { Run } from "./runs/run.ts"
import type { StopReason } from "./runs/run-facts.ts"
import type { RunStore } from "./runs/run-store.ts"
import { TakenOver } from "./runs/taken-over.ts"
import { type ProviderAnswer, askProvider } from "./upstream/ask-provider.ts"

/** The parts of the server that a run needs. */
export interface RunDeps extends EndDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly store: RunStore
  readonly modelNews: ModelNews
  readonly timers: Timers
  readonly onCheckpointFailed: (error: unknown) => void
}

/** Longest life of a run, in ms. */
const longestRunMs = 15 * 60_000
/** Of an answer that nobody is charged for, no more text than this is counted word by word, in bytes. */
const mostUncharged = 64 * 1024

/**
 * One message: reserve, ask the provider, pass its answer on, charge once, tell the ending. Whatever happens on the way,
 * the money is settled or given back before anybody hears of the end. Throws `TakenOver` where another server has closed it.
 */
export async function runChat(deps: RunDeps, run: Run, admitted: ChatCall): Promise<Outcome> {
  const reserved = await admitted.billing.reserve(needOf(run, admitted))
  if (!reserved.ok) {
    run.refuse(reserved.error)
    return run.ended
  }
  run.accept()

  const { keys } = admitted.provider
  const meter = new Meter(deps.now, {
    ...(keys.ours ? {} : { mostText: mostUncharged }),
    onText: (bytes) => run.hold(bytes),
  })
  let called = admitted.model
  const { isHeld = false } = reserved.value
  // What is only pretended costs us nothing that a crash would have to be booked for.
  const isOnUs = reserved.value.isOnUs === true && admitted.provider.pretend !== true
  const notes = new ProgressNotes(admitted, meter, () => {
    const rerouted = reroutedTo(deps, { ...admitted, model: called }, meter)
    return { model: called, rerouted: rerouted?.model }
  })
  const noteWorth = noteWorthOf(deps.ledger, run, { notes, isHeld, isOnUs })
  const stopWatching = watchOver(deps, run, noteWorth)
  let answer: ProviderAnswer
  let stopReason: StopReason | undefined
  try {
    answer = await askProvider(deps, run, admitted, reserved.value, meter, (model) => void (called = model))
    // Whoever asks it to end from now on, while a last note hangs perhaps, comes too late: it has ended.
    stopReason = run.stopReason
  } finally {
    // A run whose asking broke is given back: nothing may be noted of it afterwards.
    await stopWatching()
  }
  if (stopReason === "taken-over") {
    // What came since its last note is kept nowhere, and its provider bills us for it all the same.
    if (isOnUs) await noteAlone(deps, noteWorth)
    throw new TakenOver(run.facts.id)
  }
  const { call } = answer
  const { charge, searchMost, reply, endingFor } = await decideEnd(deps, run, {
    answer,
    meter,
    stopReason,
    reservation: reserved.value,
  })
  const rerouted = reroutedTo(deps, call, meter)
  const need = { ...needOf(run, call), searchMost, ...(rerouted && { rerouted }) }
  const settle = (sql: Sql) => call.billing.close({ ...need, isNoted: isOnUs && notes.hasNoted() }, charge)(sql)
  try {
    return await endRun(deps, run, settle, endingFor, { asItCame: reply, noteWorth })
  } catch (error) {
    // Nobody can read it, and its provider bills us for it all the same.
    if (error instanceof TakenOver && isOnUs) await persistently(deps.timers, () => deps.database.transaction(settle))
    throw error
  }
}

/** The other model that the provider has answered with, where it is one with a price of its own. */
function reroutedTo({ modelNews }: RunDeps, { model, provider }: ChatCall, meter: Meter): Rerouted | undefined {
  const answered = meter.model()
  if (answered === undefined || answered === model.askedAs || !provider.keys.ours) return undefined
  return modelNews.rerouted(model, answered)
}

/** Ends what takes too long, and notes from time to time how far it has come. Answers how to stop watching. */
function watchOver(deps: RunDeps, run: Run, noteWorth: NoteWorth): () => Promise<void> {
  let isOver = false
  // A database that hangs has one of them to answer, and the end has one to wait for.
  const notes = oneAtATime(async () => {
    try {
      await checkpoint(deps, run, noteWorth)
    } catch (error) {
      if (!(error instanceof TakenOver)) deps.onCheckpointFailed(error)
      // Another server has taken the run over. An answer that ended here meanwhile is not stopped, nor one that is billed whether
      // it is left or not: its end replaces what was stored.
      else if (run.facts.isBilledWhole === true) stopNotes()
      else if (!isOver) run.stop("taken-over")
    }
  })
  const cancelDeadline = deps.timers.after(longestRunMs, () => run.stop("too-long"))
  const stopNotes = deps.timers.every(checkpointMs, notes.begin)
  // Its provider bills it from the first moment, and most speech is over before the first checkpoint.
  if (run.facts.isBilledWhole === true) notes.begin()
  return async () => {
    isOver = true
    cancelDeadline()
    stopNotes()
    await notes.settled()
  }
}

function needOf(run: Run, call: ChatCall): Need {
  return {
    runId: run.facts.id,
    model: call.model,
    promptLikely: call.promptLikely,
    promptMost: call.promptMost,
    predictedMost: call.predictedMost ?? 0,
    cap: call.cap,
    searchMost: call.searchMost,
    outputFloor: floorOf(call),
    requestHash: run.facts.requestHash,
  }
}

function floorOf({ model, cap, allOrNothing }: ChatCall): number {
  if (allOrNothing === true) return cap
  return model.abilities.thinks ? reasoningOutputFloorTokens : outputFloorTokens
}
