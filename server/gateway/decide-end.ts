import { type Failure, providerWords } from "#core/gateway/failure.ts"
import type { Usage } from "#core/gateway/usage.ts"
import type { Charge, LossAccount, RunEnd } from "#core/ledger/charge.ts"
import { priceOf } from "#core/ledger/price.ts"
import type { Config } from "../config.ts"
import type { UsageRecord } from "../ledger/usage-records.ts"
import type { FreeEnds } from "../limits/caller-limits.ts"
import type { Bill, Reservation } from "./billing/billing.ts"
import { chargeAtEnd } from "./billing/charge-run.ts"
import type { Meter } from "./billing/meter.ts"
import { frozen } from "./billing/money-short.ts"
import { owedIn } from "./billing/price-of-charge.ts"
import type { ChatCall } from "./call/chat-call.ts"
import { closingFrames, replyWithMeta } from "./runs/closing-frames.ts"
import type { RunEnding } from "./runs/end-run.ts"
import type { Outcome } from "./runs/outcome.ts"
import { isReadable } from "./runs/readable.ts"
import type { Run } from "./runs/run.ts"
import type { StopReason } from "./runs/run-facts.ts"
import type { WholeReply } from "./runs/whole-reply.ts"
import { pictureUnfetched } from "./providers/provider-failure.ts"
import type { ProviderAnswer } from "./upstream/ask-provider.ts"

/** The parts of the server that a decision about an ended answer needs. */
export interface EndDeps {
  readonly freeEnds: FreeEnds
  /** Where somebody without money is sent. */
  readonly links: Pick<Config, "upgradeUrl" | "supportUrl">
  readonly now: () => number
}

/** An answer that has ended, in whichever way. */
export interface EndedAnswer {
  readonly answer: ProviderAnswer
  readonly meter: Meter
  /** Why it was ended before its end; absent where nobody did. */
  readonly stopReason: StopReason | undefined
  readonly reservation: Reservation
}

/** The decision about an ended answer: who pays what for it, and what its reader is told. */
export interface EndDecision {
  readonly charge: Charge
  /** The most searches that are paid for; absent where it does not search. */
  readonly searchMost: number | undefined
  /** The whole reply that its caller gets, before its end is told in it. */
  readonly reply: WholeReply | undefined
  /** Makes the ending that is told to readers and recorded, once the bill is known. */
  readonly endingFor: (bill: Bill) => RunEnding
}

/** Decides about an answer that has ended: whether it finished, failed or was stopped, who pays what for it, and what is told. */
export async function decideEnd(
  deps: EndDeps,
  run: Run,
  { answer, meter, stopReason, reservation }: EndedAnswer,
): Promise<EndDecision> {
  const { call, cap } = answer
  // Its purse may have had fewer searches than it asked for.
  const searchMost = call.searchMost === undefined ? undefined : reservation.searchMost
  const trouble = answer.failure ?? failureOfStop(stopReason, meter)
  const how = trouble !== undefined ? "failed" : stopReason === undefined ? "finished" : "stopped"
  const isAnswered = isReadable(run, meter, how !== "failed" && hasMoreToTell(answer))
  const stoppedEarly = how === "stopped" && !isAnswered && wasLeftUnderWay(stopReason, answer)
  const promptCharged = stoppedEarly && !(await deps.freeEnds.stops.take(call.freeEndsCountFor, 1))
  const lostAs = call.allOrNothing === true && !meter.sawAnswer() ? lossOf(answer) : undefined
  const atEnd = await chargeAtEnd({ how, isAnswered, lostAs, promptCharged, cap, searchMost }, call, meter)
  const endedWell = how === "finished" || trouble?.kind === "empty-answer"
  const charge = endedWell ? await paidIfOften(deps, call, atEnd) : atEnd
  // A whole reply that tells a failure is told as that failure, and its words to nobody.
  const reply = how === "failed" ? undefined : answer.reply
  // A picture or speech that is paid as a whole is not withheld, whatever became of its code meanwhile.
  const isPaidWhole = call.allOrNothing === true && reply !== undefined

  const endingFor = (bill: Bill): RunEnding => {
    const failure =
      failureTold(shownAs(call, trouble) ?? emptyAnswer(how, meter), bill) ??
      (isPaidWhole ? undefined : worthlessCode(deps.links, stopReason, bill))
    const usage = owedIn(charge)
    const cut = meter.wasCut() ? usage : undefined
    const outcome: Outcome = {
      state: how === "finished" && failure ? "failed" : how === "finished" ? "done" : how,
      usage,
      limitedByBalance: reservation.limitedByBalance && meter.finish() === "length",
      model: call.model.name,
      ...billToldWith(bill, call, charge.owed === undefined && usage.source === "provider" ? undefined : usage),
      ...(how === "finished" && meter.finish() === "tool-calls" ? { calledTools: true } : {}),
      ...(promptCharged ? { promptCharged } : {}),
      attempts: answer.attempts,
      ...(failure ? { failure } : {}),
    }
    // Frames that were withheld until now and are charged reach the reader, even where the answer failed.
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
  return { charge, searchMost, reply, endingFor }
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

/** Its reader ended it, and its provider was at work: a prompt that it refused, or that was never put to it, is not billed. */
function wasLeftUnderWay(stopReason: StopReason | undefined, { attempts }: ProviderAnswer): boolean {
  const byReader = stopReason === "stop" || stopReason === "client-gone" || stopReason === "abandoned"
  return byReader && attempts.at(-1)?.said === "stopped"
}

/**
 * Where the loss of what is billed whole and did not come is booked. Its provider was asked and has not said what became of it, or it
 * has ended well and is nothing of what was asked for: it may have been made, and may be billed. So was a picture that cannot be
 * fetched from where it lies. Undefined for a refusal.
 */
function lossOf({ attempts, failure }: ProviderAnswer): LossAccount | undefined {
  const said = attempts.at(-1)?.said
  if (said === "stopped" || said === "timeout" || said === "connect") return "loss:cancel"
  if (failure === pictureUnfetched) return "loss:cancel"
  const isNothing = failure?.kind === "empty-answer" || (failure?.kind === "not-json" && failure.status === 200)
  return isNothing ? "loss:empty" : undefined
}

/**
 * An answer that ended well with nothing to read is free while an hour's are few: whoever asks can make any answer one, by a word to
 * stop at, and its prompt and its thoughts are billed to us.
 */
async function paidIfOften({ freeEnds }: EndDeps, call: ChatCall, charge: Charge): Promise<Charge> {
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

/** The failure of an answer whose code was frozen or rotated meanwhile: the one that the next question would get. */
function worthlessCode(links: EndDeps["links"], reason: StopReason | undefined, { cost }: Bill): Failure | undefined {
  if (reason === "frozen") return frozen(links, { meanwhile: cost > 0 })
  return reason === "rotated" ? { kind: "unauthorized" } : undefined
}

/** A bill that says which other model was called, and what was charged where that is not what the provider has told. */
function billToldWith(bill: Bill, { model }: ChatCall, usage: Usage | undefined): Bill {
  const { balance } = bill
  if (balance === undefined) return bill
  const redirected = model.asked === undefined ? {} : { redirected: { asked: model.asked, called: model.name } }
  return { ...bill, balance: { ...balance, ...redirected, ...(usage && { usage }) } }
}

/** The record of its use; undefined where none is kept. */
function usageRecord(deps: EndDeps, run: Run, call: ChatCall, outcome: Outcome): UsageRecord | undefined {
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
