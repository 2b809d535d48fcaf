import type { Failure } from "#core/gateway/failure.ts"
import { keyRestMs, keyTroubleOf, type KeyTrouble } from "#core/gateway/key-choice.ts"
import { parseRetryAfterMs } from "#core/gateway/retry-policy.ts"
import type { EgressRules } from "../../outbound/egress-guard.ts"
import type { Timers } from "../../time/timers.ts"
import type { Reservation } from "../billing/billing.ts"
import type { Meter } from "../billing/meter.ts"
import type { ChatCall } from "../call/chat-call.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { ModelNews } from "../models/model-news.ts"
import { failureOfProvider, pictureUnfetched } from "../providers/provider-failure.ts"
import type { KeyLease } from "../providers/provider-keys.ts"
import type { Retrying } from "../providers/retries.ts"
import type { Attempt } from "../runs/outcome.ts"
import type { Run } from "../runs/run.ts"
import type { WholeReply } from "../runs/whole-reply.ts"
import type { Withheld } from "../runs/withheld.ts"
import { tryOnce, type Tried } from "./attempt.ts"
import { type Onward, putCall, type PutCall } from "./put-call.ts"

interface AskingDeps {
  readonly now: () => number
  readonly timers: Timers
  readonly modelNews: ModelNews
  /** For tests: where an address that a provider names may lead. */
  readonly egress?: EgressRules
}

/** The result of asking a provider. The meter has measured the answer, and the run has its frames. */
export interface ProviderAnswer {
  /** The call as it was put in the end: to another model, perhaps, than the one it was let in for. */
  readonly call: ChatCall
  /** The output cap that was sent, in tokens. */
  readonly cap: number
  /** A whole reply, as it came. */
  readonly reply?: WholeReply | undefined
  readonly withheld: Withheld
  /** Why there is no answer, or no more of it, as its caller may hear it. A Stop is no failure. */
  readonly failure?: Failure | undefined
  readonly attempts: readonly Attempt[]
}

/** No key may be asked now. What it is about ours that keeps it from answering is not the caller's business. */
const unavailable: Failure = { kind: "upstream", status: 503, message: "" }

/**
 * Asks the provider, again and in another way where that may help, as long as nothing of an answer has reached the run: with
 * another key, with the fields it refused made to fit, or by the model that follows the one it has no more (0020,
 * 0081): `onModel` hears of that.
 */
export async function askProvider(
  deps: AskingDeps,
  run: Run,
  admitted: ChatCall,
  reserved: Reservation,
  meter: Meter,
  onModel: (model: OfferedModel) => void,
): Promise<ProviderAnswer> {
  const put = await putCall(admitted, reserved.cap, { run, meter, modelNews: deps.modelNews, onModel })
  const toldBefore = run.frameCount
  const retrying = admitted.provider.retries.begin()
  const attempts: Attempt[] = []
  const tried = new Set<number>()
  let trouble: Failure | undefined

  for (;;) {
    const { call, cap } = put.now()
    const unasked = { ...put.now(), withheld: {}, attempts }
    if (run.signal.aborted) return unasked
    const { keys } = call.provider
    const lease = keys.take(call.model.name, tried)
    if (lease === undefined) {
      const onward: Onward = keys.lacks(call.model.name) ? await put.goOn() : { goesOn: false }
      if (!onward.goesOn) return { ...unasked, failure: onward.failure ?? trouble ?? unavailable }
      tried.clear()
      continue
    }
    const { timers, egress } = deps
    const attempt = await tryOnce({ timers, egress, run, call, reserved: { ...reserved, cap }, meter, lease })
    attempts.push({ key: lease.index, said: attempt.said })
    const { failed, failure } = attempt
    const answer = { ...attempt, call, cap, attempts }
    if (failed === undefined) {
      if (failure === undefined) put.answered()
      return answer
    }

    const retryAfterMs = parseRetryAfterMs(failed.retryAfter, deps.now()) ?? waitIn(failure)
    const keyTrouble =
      failed.status === "connect" ? undefined : keyTroubleOf({ ...failed, status: failed.status, retryAfterMs })
    if (keyTrouble) lease.trouble(keyTrouble, retryAfterMs)
    const begun = run.frameCount > toldBefore || meter.sawAnything()
    // A picture or speech may be made, and billed, though its reply was lost or is a page: another attempt would be billed again.
    const isLost = attempt.said === "connect" || failure?.kind === "not-json" || failure === pictureUnfetched
    const mayBeMade = call.allOrNothing === true && isLost
    if (begun || mayBeMade) return answer

    tried.add(lease.index)
    const refused = { put, call, meter, lease, tried, failure }
    const onward =
      (keys.ours && (await askAsProviderNeeds(refused))) ||
      (await askAgain({ ...refused, run, retrying, failed, retryAfterMs, keyTrouble }))
    if (!onward.goesOn) return { ...answer, failure: onward.failure }
    trouble = onward.failure ?? trouble
  }
}

/** A call that its provider refused, with the keys it was `tried` with, the one of `lease` being the last. */
interface Refused {
  readonly put: PutCall
  readonly call: ChatCall
  readonly meter: Meter
  readonly lease: KeyLease
  readonly tried: Set<number>
  readonly failure: Failure | undefined
}

/** Where the call itself was refused: asks for another model, or in a way that this one takes; undefined where neither would help. */
async function askAsProviderNeeds(refused: Refused): Promise<Onward | undefined> {
  const { put, lease, tried, failure } = refused
  if (failure?.kind === "model-gone") return askElsewhere(refused, failure)
  if (failure === undefined || !(await put.makeFit(failure))) return undefined
  tried.delete(lease.index)
  return { goesOn: true }
}

/** The key's provider has no such model: another key may have it, or else the model that follows it is asked. */
async function askElsewhere({ put, call, meter, lease, tried }: Refused, gone: Failure): Promise<Onward> {
  const { model } = call
  // Whoever makes a dated name up learns that there is no such model; of the model itself it says nothing.
  if (model.isSnapshot) {
    meter.resetAttempt()
    return { goesOn: false, failure: { kind: "model-not-found", model: model.askedAs } }
  }
  put.refused(lease.lacksModel())
  if (call.provider.keys.hasOther(model.name, tried)) {
    meter.resetAttempt()
    return { goesOn: true }
  }
  const onward = await put.goOn()
  if (onward.goesOn) tried.clear()
  else put.unanswered()
  return onward.goesOn ? onward : { goesOn: false, failure: onward.failure ?? gone }
}

interface Trouble extends Refused {
  readonly run: Run
  readonly retrying: Retrying
  readonly failed: NonNullable<Tried["failed"]>
  readonly retryAfterMs: number | undefined
  readonly keyTrouble: KeyTrouble | undefined
}

/** Waits until the same call may be made again, with another key where there is one, if it may. */
async function askAgain(trouble: Trouble): Promise<Onward> {
  const { call, meter, tried, failure, run, retrying, failed, retryAfterMs, keyTrouble } = trouble
  const { keys, retries, secrets } = call.provider
  const ofKey = keyTrouble === "refused" || keyTrouble === "unpaid"
  const ofOurKey = ofKey && keys.ours
  if (ofOurKey) meter.resetAttempt()
  const told = ofOurKey ? unavailable : failure
  const otherKey = keys.hasOther(call.model.name, tried)
  const delayMs = ofKey && !otherKey ? undefined : retrying.next({ ...failed, retryAfterMs, otherKey })
  if (delayMs === undefined) {
    const when = told && (ofKey ? told : failureOfProvider(withWhen(told, retryAfterMs), secrets))
    return { goesOn: false, failure: when }
  }
  meter.resetAttempt()
  // A timer may be a moment early, and a key that rests until then would still rest.
  if (delayMs > 0) await retries.wait(Math.ceil(delayMs) + 1, run.signal)
  return { goesOn: true, failure: told }
}

/** The wait that a provider asks for in the words of its failure, in ms. */
function waitIn(failure: Failure | undefined): number | undefined {
  return failure?.kind === "upstream" ? failure.retryAfterMs : undefined
}

/** A caller that is told when to come back need not guess. */
function withWhen(failure: Failure, retryAfterMs: number | undefined): Failure {
  if (failure.kind !== "upstream" || retryAfterMs === undefined) return failure
  return { ...failure, retryAfterMs: keyRestMs("busy", retryAfterMs) }
}
