import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
import { type Failure, providerWords } from "#core/gateway/failure.ts"
import type { Usage } from "#core/gateway/usage.ts"
import type { Charge, LossAccount, RunEnd } from "#core/ledger/charge.ts"
import { priceOf } from "#core/ledger/price.ts"
import type { Config } from "../config.ts"
import type { Ledger } from "../ledger/ledger-store.ts"
import type { UsageRecord } from "../ledger/usage-records.ts"
import type { Database, Sql } from "../store/sql.ts"
import { persistently } from "../store/database-unavailable.ts"
import type { Timers } from "../time/timers.ts"
import type { Bill, Need } from "./billing/billing.ts"
import type { Rerouted } from "./models/model-news.ts"
import { type ProviderAnswer, askProvider } from "./upstream/ask-provider.ts"
import type { ModelNews } from "./models/model-news.ts"
import { chargeAtEnd } from "./billing/charge-run.ts"
import type { ChatCall } from "./call/chat-call.ts"
import { checkpoint, checkpointMs, noteAlone, type NoteWorth, noteWorthOf } from "./runs/checkpoint.ts"
import { oneAtATime } from "./runs/one-at-a-time.ts"
import { closingFrames, replyWithMeta } from "./runs/closing-frames.ts"
import type { FreeEnds } from "../limits/caller-limits.ts"
import { endRun } from "./runs/end-run.ts"
import { Meter } from "./billing/meter.ts"
import { frozen } from "./billing/money-short.ts"
import { owedIn } from "./billing/price-of-charge.ts"
import type { Outcome } from "./runs/outcome.ts"
import { ProgressNotes } from "./runs/progress.ts"
import { isReadable } from "./runs/readable.ts"
import type { Run } from "./runs/run.ts"
import type { StopReason } from "./runs/run-facts.ts"
import type { RunStore } from "./runs/run-store.ts"
import { TakenOver } from "./runs/taken-over.ts"

/** The parts of the server that a run needs. */
export interface RunDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly store: RunStore
  readonly freeEnds: FreeEnds
  readonly modelNews: ModelNews
  /** Where somebody without money is sent. */
  readonly links: Pick<Config, "upgradeUrl" | "supportUrl">
  readonly now: () => number
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
  const { call, cap } = answer
  // Its purse may have had fewer searches than it asked for.
  const searchMost = call.searchMost === undefined ? undefined : reserved.value.searchMost
  const rerouted = reroutedTo(deps, call, meter)

  const trouble = answer.failure ?? failureOfStop(stopReason, meter)
  const how = trouble !== undefined ? "failed" : stopReason === undefined ? "finished" : "stopped"
  const isAnswered = isReadable(run, meter, how !== "failed" && hasMoreToTell(answer))
  const stoppedEarly = how === "stopped" && !isAnswered && wasLeftUnderWay(stopReason, answer)
  const promptCharged = stoppedEarly && !(await deps.freeEnds.stops.take(call.freeEndsCountFor, 1))
  const lostAs = call.allOrNothing === true && !meter.sawAnswer() ? lossOf(answer) : undefined
  const atEnd = await chargeAtEnd({ how, isAnswered, lostAs, promptCharged, cap, searchMost }, call, meter)
  const endedWell = how === "finished" || trouble?.kind === "empty-answer"
  const charge = endedWell ? await paidIfOften(deps, call, atEnd) : atEnd
  const need = { ...needOf(run, call), searchMost, ...(rerouted && { rerouted }) }
  const settle = (sql: Sql) => call.billing.close({ ...need, isNoted: isOnUs && notes.hasNoted() }, charge)(sql)
  // A whole reply that tells a failure is told as that failure, and its words to nobody.
  const reply = how === "failed" ? undefined : answer.reply
  // A picture or speech that is paid as a whole is not withheld, whatever became of its code meanwhile.
  const isPaidWhole = call.allOrNothing === true && reply !== undefined
  const endingFor = (bill: Bill) => {
    const failure =
      failureTold(shownAs(call, trouble) ?? emptyAnswer(how, meter), bill) ??
      (isPaidWhole ? undefined : worthlessCode(deps.links, stopReason, bill))
    const usage = owedIn(charge)
    const cut = meter.wasCut() ? usage : undefined
    const outcome: Outcome = {
      state: how === "finished" && failure ? "failed" : how === "finished" ? "done" : how,
      usage,
      limitedByBalance: reserved.value.limitedByBalance && meter.finish() === "length",
      model: call.model.name,
      ...billToldWith(bill, call, charge.owed === undefined && usage.source === "provider" ? undefined : usage),
      ...(how === "finished" && meter.finish() === "tool-calls" ? { calledTools: true } : {}),
      ...(promptCharged ? { promptCharged } : {}),
      attempts: answer.attempts,
      ...(failure ? { failure } : {}),
    }
    // What was withheld until now and is charged is told, whatever else is.
    const tellsInStream = call.stream && (run.begun || isAnswered || failure === undefined)
    return {
      outcome,
      closing: tellsInStream
        ? closingFrames({ ...call, clientApi: call.api.clientApi, cut }, answer.withheld, outcome)
        : [],
      ...(reply === undefined ? {} : { reply: replyWithMeta(reply, outcome) }),
      isAnswered,
      record: usageRecord(deps, run, call, outcome),
    }
  }
  try {
    return await endRun(deps, run, settle, endingFor, { asItCame: reply, noteWorth })
  } catch (error) {
    // Nobody can read it, and its provider bills us for it all the same.
    if (error instanceof TakenOver && isOnUs) await persistently(deps.timers, () => deps.database.transaction(settle))
    throw error
  }
}

/** The failure of an answer whose code was frozen or rotated meanwhile: the one that the next question would get. */
function worthlessCode(links: RunDeps["links"], reason: StopReason | undefined, { cost }: Bill): Failure | undefined {
  if (reason === "frozen") return frozen(links, { meanwhile: cost > 0 })
  return reason === "rotated" ? { kind: "unauthorized" } : undefined
}

/** The other model that the provider has answered with, where it is one with a price of its own. */
function reroutedTo({ modelNews }: RunDeps, { model, provider }: ChatCall, meter: Meter): Rerouted | undefined {
  const answered = meter.model()
  if (answered === undefined || answered === model.askedAs || !provider.keys.ours) return undefined
  return modelNews.rerouted(model, answered)
}

/** A bill that says which other model was called, and what was charged where that is not what the provider has told. */
function billToldWith(bill: Bill, { model }: ChatCall, usage: Usage | undefined): Bill {
  const { balance } = bill
  if (balance === undefined) return bill
  const redirected = model.asked === undefined ? {} : { redirected: { asked: model.asked, called: model.name } }
  return { ...bill, balance: { ...balance, ...redirected, ...(usage && { usage }) } }
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

/** Where it was not the provider that failed nor its reader who left: why the answer ends. */
function failureOfStop(stopReason: StopReason | undefined, meter: Meter): Failure | undefined {
  if (stopReason === "too-long") return { kind: "upstream-timeout" }
  if (stopReason === "too-large") return { kind: "upstream-cut" }
  if (stopReason === "shutdown") return meter.sawAnswer() ? { kind: "server-restarted" } : restarting
  return undefined
}

/** The failure where nothing was sent or charged: the next server will answer. */
export const restarting: Failure = {
  kind: "upstream",
  status: 503,
  message: "the server is restarting",
  retryAfterMs: 5_000,
}

function usageRecord(deps: RunDeps, run: Run, call: ChatCall, outcome: Outcome): UsageRecord | undefined {
  if (call.recordedAs === undefined) return undefined
  const at = deps.now()
  return {
    runId: run.facts.id,
    owner: call.recordedAs,
    tier: call.tier,
    model: call.model.name,
    ...(call.model.asked === undefined ? {} : { asked: call.model.asked }),
    provider: call.model.provider,
    at,
    durationMs: at - run.facts.startedAt,
    usage: outcome.usage,
    cost: priceOf(outcome.usage, call.model.price),
    charged: outcome.cost,
    priceVersion: call.model.priceVersion,
    ending: outcome.state,
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

/** Its reader ended it, and its provider was at work: a prompt that it refused, or that was never put to it, is not billed. */
function wasLeftUnderWay(stopReason: StopReason | undefined, { attempts }: ProviderAnswer): boolean {
  const byReader = stopReason === "stop" || stopReason === "client-gone" || stopReason === "abandoned"
  return byReader && attempts.at(-1)?.said === "stopped"
}

/**
 * Where the loss of what is billed whole and did not come is booked. Its provider was asked and has not said what became of it, or it
 * has ended well and is nothing of what was asked for: it may have been made, and may be billed. Undefined for a refusal.
 */
function lossOf({ attempts, failure }: ProviderAnswer): LossAccount | undefined {
  const said = attempts.at(-1)?.said
  if (said === "stopped" || said === "timeout" || said === "connect") return "loss:cancel"
  const isNothing = failure?.kind === "empty-answer" || (failure?.kind === "not-json" && failure.status === 200)
  return isNothing ? "loss:empty" : undefined
}

/**
 * An answer that ended well with nothing to read is free while an hour's are few: whoever asks can make any answer one, by a word to
 * stop at, and its prompt and its thoughts are billed to us.
 */
async function paidIfOften({ freeEnds }: RunDeps, call: ChatCall, charge: Charge): Promise<Charge> {
  if (charge.kind === "settle" || charge.lost === undefined || call.allOrNothing === true) return charge
  const { lost, owed } = charge
  const cost = priceOf(owed ?? lost, call.model.price, { searchesInMoney: true })
  if (await freeEnds.empties.take(call.freeEndsCountFor, cost)) return charge
  return { kind: "settle", usage: lost, ...(owed && { owed }) }
}

/** Something of an answer was withheld until its end is told, or is told whole then. */
function hasMoreToTell({ reply, withheld: { kept = [] } }: ProviderAnswer): boolean {
  return reply !== undefined || kept.length > 0
}

/** An answer without anything to see is a failure to tell, and costs nothing. */
function emptyAnswer(how: RunEnd["how"], meter: Meter): Failure | undefined {
  if (how !== "finished" || meter.sawAnswer()) return undefined
  return { kind: "empty-answer", ...(meter.searches() > 0 ? { searched: true } : {}) }
}

/** A refusal that is only played is told in the words of the real one. */
function shownAs({ shown }: ChatCall, failure: Failure | undefined): Failure | undefined {
  return (failure?.kind === "upstream" ? shown?.[failure.status] : undefined) ?? failure
}

/** Where what was delivered was charged, the words must not promise that nothing was: those of a broken answer fit. */
function failureTold(failure: Failure | undefined, bill: Bill): Failure | undefined {
  if (failure === undefined || failure.kind === "server-restarted") return failure
  const words = providerWords(failure)
  if (bill.cost > 0) return { kind: "upstream-cut", ...(words === undefined ? {} : { words }) }
  return failure.kind === "upstream-cut" ? { kind: "upstream-cut", uncharged: true } : failure
}
