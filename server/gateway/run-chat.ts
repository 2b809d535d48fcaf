import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
import { type Failure, providerWords } from "#core/gateway/failure.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { availableToSpend, emptyBalances } from "#core/ledger/balance.ts"
import type { RunEnd } from "#core/ledger/charge.ts"
import { priceOf } from "#core/ledger/price.ts"
import type { Ledger } from "../ledger/ledger-store.ts"
import type { UsageRecord } from "../ledger/usage-records.ts"
import type { Database } from "../store/database.ts"
import type { Timers } from "../timers.ts"
import type { Bill, Need, Rerouted } from "./billing/billing.ts"
import { askProvider, type ModelNews } from "./upstream/ask-provider.ts"
import { chargeFor, chargeForPrompt } from "./billing/charge-run.ts"
import type { ChatCall } from "./chat-call.ts"
import { checkpoint, checkpointMs, type ProgressFacts } from "./runs/checkpoint.ts"
import { closingFrames, replyWithMeta } from "./runs/closing-frames.ts"
import type { EarlyStops } from "./runs/early-stops.ts"
import { endRun } from "./runs/end-run.ts"
import { createMeter, type Meter } from "./billing/meter.ts"
import type { Outcome } from "./runs/outcome.ts"
import type { Run, StopReason } from "./runs/run.ts"
import type { RunStore } from "./runs/run-store.ts"

/** What a run needs of the server. */
export interface RunDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly store: RunStore
  readonly earlyStops: EarlyStops
  readonly modelNews: ModelNews
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
 * the money is settled or given back before anybody hears of the end.
 */
export async function runChat(deps: RunDeps, run: Run, admitted: ChatCall): Promise<Outcome> {
  const reserved = await admitted.billing.reserve(needOf(run, admitted))
  if (!reserved.ok) {
    run.refuse(reserved.error)
    return run.ended
  }

  const { secrets, keys } = admitted.provider
  const meter = createMeter(deps.now, secrets, {
    ...(keys.ours ? {} : { mostText: mostUncharged }),
    onText: (bytes) => run.hold(bytes),
  })
  let called = admitted.model
  const stopWatching = watchOver(deps, run, { promptTokens: admitted.promptLikely, meter, model: () => called })
  const answer = await askProvider(deps, run, admitted, reserved.value, meter, (model) => void (called = model))
  await stopWatching()
  const { call, cap } = answer
  const rerouted = reroutedTo(deps, call, meter)

  const how = howItEnded(run, meter)
  const stoppedEarly = how === "stopped" && answer.attempts.length > 0 && !meter.sawAnything()
  const promptCharged = stoppedEarly && deps.earlyStops.tooMany(call.stopsCountFor)
  const charge = promptCharged ? await chargeForPrompt(call) : await chargeFor(how, call, meter, cap)
  const need = { ...needOf(run, call), ...(rerouted && { rerouted }) }
  return endRun(deps, run, call.billing.close(need, charge), (bill) => {
    const failure =
      failureTold(shownAs(call, meter.failure()) ?? emptyAnswer(how, meter), bill) ?? worthlessCode(run.stopReason)
    const usage = (charge.kind === "settle" ? charge.usage : charge.lost) ?? noUsage
    const cut = meter.wasCut() ? (charge.kind === "settle" && charge.charged) || usage : undefined
    const outcome: Outcome = {
      state: how === "finished" && failure ? "failed" : how === "finished" ? "done" : how,
      usage,
      limitedByBalance: reserved.value.limitedByBalance && meter.finish() === "length",
      model: call.model.name,
      ...withRedirection(bill, call),
      ...(promptCharged ? { promptCharged } : {}),
      attempts: answer.attempts,
      ...(failure ? { failure } : {}),
    }
    const tellsInStream = call.stream && (run.begun || failure === undefined)
    return {
      outcome,
      closing: tellsInStream ? closingFrames({ ...call, wire: call.api.wire, cut }, answer.withheld, outcome) : [],
      ...(answer.reply === undefined ? {} : { reply: replyWithMeta(answer.reply, outcome) }),
      record: usageRecord(deps, run, call, outcome),
    }
  })
}

/** What is told of an answer that ended with its code: what the next question would hear. */
function worthlessCode(reason: StopReason | undefined): Failure | undefined {
  if (reason === "frozen") return { kind: "insufficient-balance", balance: availableToSpend("premium", emptyBalances) }
  return reason === "rotated" ? { kind: "unauthorized" } : undefined
}

/** The other model that the provider has answered with, where it is one with a price of its own. */
function reroutedTo({ modelNews }: RunDeps, { model, provider }: ChatCall, meter: Meter): Rerouted | undefined {
  const answered = meter.model()
  if (answered === undefined || answered === model.askedAs || !provider.keys.ours) return undefined
  return modelNews.rerouted(model, answered)
}

function withRedirection(bill: Bill, { model }: ChatCall): Bill {
  if (model.asked === undefined || bill.balance === undefined) return bill
  return { ...bill, balance: { ...bill.balance, redirected: { asked: model.asked, called: model.name } } }
}

/** Ends what takes too long, and notes from time to time how far it has come. Answers how to stop watching. */
function watchOver(deps: RunDeps, run: Run, facts: ProgressFacts): () => Promise<void> {
  let noting = Promise.resolve()
  const { meter } = facts
  const cancelDeadline = deps.timers.after(longestRunMs, () => run.stop("too-long"))
  const stopNotes = deps.timers.every(checkpointMs, () => {
    noting = noting.then(() => checkpoint(deps, run, facts)).catch(deps.onCheckpointFailed)
  })
  return async () => {
    cancelDeadline()
    stopNotes()
    await noting
    if (run.stopReason === "too-long") meter.fail({ kind: "upstream-timeout" })
    if (run.stopReason === "too-large") meter.fail({ kind: "upstream-cut" })
    if (run.stopReason === "shutdown") meter.fail(meter.sawAnswer() ? { kind: "server-restarted" } : restarting)
  }
}

/** Told where nothing was said or charged: the next server answers. */
export const restarting: Failure = { kind: "upstream", status: 503, message: "the server is restarting" }

function usageRecord(deps: RunDeps, run: Run, call: ChatCall, outcome: Outcome): UsageRecord {
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

function howItEnded(run: Run, meter: Meter): RunEnd["how"] {
  if (meter.failure() !== undefined) return "failed"
  return run.stopReason === undefined ? "finished" : "stopped"
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
