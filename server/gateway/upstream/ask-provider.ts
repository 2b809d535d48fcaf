import { type AbilityPatch, patchesTogether } from "#core/gateway/ability-patch.ts"
import type { BreakerEvent } from "#core/gateway/circuit-breaker.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { type HealedApi, healingOf } from "#core/gateway/healing.ts"
import { keyRestMs, keyTroubleOf } from "#core/gateway/key-choice.ts"
import { parseRetryAfterMs } from "#core/gateway/retry-policy.ts"
import { responsesAdapter } from "#core/providers/openai/responses/adapter.ts"
import { isSound } from "#core/speech/speech-request.ts"
import type { Timers } from "../../timers.ts"
import type { Rerouted, Reservation } from "../billing/billing.ts"
import { createCapGuard, noGuard } from "../billing/cap-guard.ts"
import type { Meter } from "../billing/meter.ts"
import type { ChatCall } from "../chat-call.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import { SigningFailed } from "../providers/signing-failed.ts"
import type { Attempt, Said } from "../runs/outcome.ts"
import type { Run } from "../runs/run.ts"
import type { WholeReply } from "../runs/whole-reply.ts"
import { keyRefused, keyStatusOf, refusesKey, withoutBill } from "./provider-failure.ts"
import type { Provider } from "./provider.ts"
import type { KeyLease } from "./provider-keys.ts"
import { readFailure, readReply, relayStream, relayWhole, type Withheld } from "./relay.ts"
import { readSound } from "./sound.ts"
import { replyInChat, tellInChat } from "./tell-in-chat.ts"
import { failureOfUpstream, patienceMsFor, type UpstreamReply } from "./upstream.ts"

interface Clock {
  readonly now: () => number
  readonly timers: Timers
}

/** What is learnt of models by asking for them; whoever keeps the catalogue listens. */
export interface ModelNews {
  /**
   * A provider said that it has no such model; so many of the operator's keys were told so of late. `isConfirmed`: another key
   * or another model has answered since. Answers whether the model is taken for one that is gone, here or for everyone.
   */
  refused(model: OfferedModel, refusal: { readonly keysTold: number; readonly isConfirmed: boolean }): boolean
  /** A call was answered after it had been made to fit, as this says. */
  learned(model: OfferedModel, patch: AbilityPatch): void
  /** A provider's answer bears another name: the other model and its price, where it is one that is known and priced. */
  rerouted(model: OfferedModel, answered: string): Rerouted | undefined
}

interface AskingDeps extends Clock {
  readonly modelNews: ModelNews
}

/** What came of asking a provider, besides what the meter and the run know. */
export interface Answer {
  /** The call as it was put in the end: to another model, perhaps, than the one it was let in for. */
  readonly call: ChatCall
  /** The output cap that was sent, in tokens. */
  readonly cap: number
  /** A whole reply, as it came. */
  readonly reply?: WholeReply | undefined
  readonly withheld: Withheld
  readonly attempts: readonly Attempt[]
}

/** No key may be asked now. What it is about ours that keeps it from answering is not the caller's business. */
const unavailable: Failure = { kind: "upstream", status: 503, message: "" }

/** A refused call is made to fit at most so often. */
const mostFittings = 3
/** A refused call is put to another model at most so often. */
const mostSuccessors = 3

/**
 * Asks the provider, again and in another way where that may help, as long as nothing of an answer has reached the run: with
 * another key, with the fields it refused made to fit, or by the model that follows the one it has no more (0020,
 * 0081): `onModel` hears of that. Trouble ends up in the meter, which knows of the last attempt only; a Stop leaves none.
 */
export async function askProvider(
  deps: AskingDeps,
  run: Run,
  admitted: ChatCall,
  reserved: Reservation,
  meter: Meter,
  onModel: (model: OfferedModel) => void,
): Promise<Answer> {
  let call = await withSearch(run, admitted, meter)
  let { cap } = reserved
  let learned: AbilityPatch | undefined
  let fittings = 0
  let successors = 0
  let tried = new Set<number>()
  let trouble: Failure | undefined
  const toldBefore = run.frameCount
  const attempts: Attempt[] = []
  const refusals: { readonly model: OfferedModel; readonly provider: Provider; readonly keysTold: number }[] = []
  const retrying = call.provider.retries.begin()

  /** Goes on with what follows the model; false where nothing does, which is then the trouble to tell. */
  async function goOnWithSuccessor(): Promise<boolean> {
    const refused = new Set(refusals.map(({ model }) => model.name))
    const next = successors < mostSuccessors ? call.retryAs?.successor(cap, refused) : undefined
    if (next === undefined) return false
    meter.restart(next.ok ? undefined : next.error)
    if (!next.ok) return false
    successors += 1
    call = await withSearch(run, next.value, meter, call)
    cap = call.cap
    onModel(call.model)
    learned = undefined
    tried = new Set()
    return true
  }

  /** Puts the call so that it fits the model, as its refusal says; false where it says nothing we could change. */
  async function makeFit(failure: Failure): Promise<boolean> {
    const patch = fittings < mostFittings ? healingOf(failure, call.model.abilities, apiOf(call)) : undefined
    // What was changed once and refused again is not changed back and forth.
    const isAgain = patch !== undefined && Object.keys(patch).some((field) => learned !== undefined && field in learned)
    const isOurs = call.fits || call.api.translated || isCapOnly(patch)
    if (patch === undefined || isAgain || !isOurs || call.retryAs === undefined) return false
    fittings += 1
    learned = patchesTogether(learned, patch)
    meter.restart()
    call = await withSearch(run, call.retryAs.fitted(patch), meter, call)
    return true
  }

  /** What was answered in the end shows that the refusals before were meant, and what the changes were good for. */
  function tellNews(): void {
    for (const { model, keysTold } of refusals) deps.modelNews.refused(model, { keysTold, isConfirmed: true })
    if (learned !== undefined && !call.model.isSnapshot) deps.modelNews.learned(call.model, learned)
  }

  /** Where nothing was answered at all, one key's word says little of a model: the next call asks again. */
  function doubtRefusals(): void {
    for (const { model, provider, keysTold } of refusals) {
      const isBelieved = deps.modelNews.refused(model, { keysTold, isConfirmed: false })
      if (!isBelieved) provider.keys.forgetLacking(model.name)
    }
  }

  for (;;) {
    const { keys, retries } = call.provider
    const model = call.model.name
    const lease = keys.take(model, tried)
    if (lease === undefined) {
      if (keys.lacks(model) && (await goOnWithSuccessor())) continue
      if (meter.failure() === undefined) meter.fail(trouble ?? unavailable)
      return { call, cap, withheld: {}, attempts }
    }
    const attempt: Tried = await tryOnce({ clock: deps, run, call, reserved: { ...reserved, cap }, meter, lease })
    attempts.push({ key: lease.index, said: attempt.said })
    const { failed } = attempt
    if (failed === undefined) {
      if (meter.failure() === undefined) tellNews()
      return { ...attempt, call, cap, attempts }
    }

    const retryAfterMs = parseRetryAfterMs(failed.retryAfter, deps.now())
    const keyTrouble =
      failed.status === "connect" ? undefined : keyTroubleOf({ ...failed, status: failed.status, retryAfterMs })
    if (keyTrouble) lease.trouble(keyTrouble, retryAfterMs)
    const begun = run.frameCount > toldBefore || meter.sawAnything()
    if (begun) return { ...attempt, call, cap, attempts }
    tried.add(lease.index)

    const failure = meter.failure()
    if (failure?.kind === "model-gone" && keys.ours) {
      const { provider } = call
      // Whoever makes a dated name up learns that there is no such model; of the model itself it says nothing.
      if (call.model.isSnapshot) {
        meter.restart({ kind: "model-not-found", model: call.model.askedAs })
        return { ...attempt, call, cap, attempts }
      }
      refusals.push({ model: call.model, provider, keysTold: lease.lacksModel() })
      if (keys.hasOther(model, tried)) meter.restart()
      else if (!(await goOnWithSuccessor())) {
        doubtRefusals()
        return { ...attempt, call, cap, attempts }
      }
      continue
    }
    if (failure && keys.ours && (await makeFit(failure))) {
      tried.delete(lease.index)
      continue
    }

    const ofKey = keyTrouble === "refused" || keyTrouble === "unpaid"
    if (ofKey && keys.ours) meter.restart(unavailable)
    const otherKey = keys.hasOther(model, tried)
    const delayMs = ofKey && !otherKey ? undefined : retrying.next({ ...failed, retryAfterMs, otherKey })
    if (delayMs === undefined) {
      if (!ofKey) tellWhen(meter, retryAfterMs)
      return { ...attempt, call, cap, attempts }
    }

    trouble = meter.failure()
    meter.restart()
    // A timer may be a moment early, and a key that rests until then would still rest.
    if (delayMs > 0) await retries.wait(Math.ceil(delayMs) + 1, run.signal)
    if (run.signal.aborted) return { call, cap, withheld: {}, attempts }
  }
}

/** Which of a provider's APIs the call is put to. */
function apiOf({ api, provider }: ChatCall): HealedApi {
  if (provider.id !== "openai" && provider.id !== "azure") return "other"
  return api.adapter === responsesAdapter ? "responses" : "chat"
}

/** The output cap is always ours to spell, whoever wrote the rest. */
function isCapOnly(patch: AbilityPatch | undefined): boolean {
  return patch !== undefined && Object.keys(patch).every((field) => field === "capField")
}

/** A caller that is told when to come back need not guess. */
function tellWhen(meter: Meter, retryAfterMs: number | undefined): void {
  const failure = meter.failure()
  if (failure?.kind !== "upstream" || retryAfterMs === undefined) return
  meter.retell({ ...failure, retryAfterMs: keyRestMs("busy", retryAfterMs) })
}

/**
 * The call with what a search of ours has found, which is told at once; the call as it is where none is asked for. `before`:
 * the same call in an earlier way, whose search was told already.
 */
async function withSearch(run: Run, call: ChatCall, meter: Meter, before?: ChatCall): Promise<ChatCall> {
  if (call.search === undefined) return call
  const { events, native } = await call.search.find(run.signal)
  if (before?.found === undefined) {
    meter.events(events)
    if (call.stream) run.append(run.encode(tellInChat(run.facts, call.model.name).tell(events)))
  }
  return { ...call, api: call.search.apiFor(native), found: events }
}

/** How far ahead of its reader a provider may be whose pace is not its own, in bytes. */
const mostAhead = 64 * 1024

interface Tried {
  readonly reply?: WholeReply | undefined
  readonly withheld: Withheld
  readonly said: Said
  /** Absent: it went well, or nothing is to be done about it. */
  readonly failed?: {
    readonly status: number | "connect"
    readonly code?: string | undefined
    readonly retryAfter?: string | undefined
  }
}

/** One attempt at a provider, with one of its keys. */
interface Exchange {
  readonly clock: Clock
  readonly run: Run
  readonly call: ChatCall
  readonly reserved: Reservation
  readonly meter: Meter
  readonly lease: KeyLease
}

async function tryOnce(asking: Exchange): Promise<Tried> {
  let tried: Tried | undefined
  try {
    tried = await exchange(asking)
    return tried
  } finally {
    // A bug of ours says nothing of the provider, but its key is free again.
    asking.lease.over(tried === undefined ? "left" : healthOf(tried.said))
  }
}

async function exchange(asking: Exchange): Promise<Tried> {
  const { run, meter, lease } = asking
  const { provider, model, api } = asking.call
  const { cap, searchMost } = asking.reserved
  const ownKey = lease.key !== undefined && !provider.keys.ours
  const withheld: Withheld = {}
  let whole: WholeReply | undefined
  try {
    const { version } = provider
    const decided = {
      model: model.askedAs,
      ...(model.provider === "azure" && model.askedAs !== model.name ? { deploymentOf: model.name } : {}),
      cap,
      abilities: model.abilities,
      fits: asking.call.fits,
      ...(searchMost === undefined ? {} : { searchMost }),
      ...(version === undefined ? {} : { version }),
    }
    const shape = await provider.sign(api.write(decided), lease.key)
    const patienceMs = patienceMsFor(model.abilities.thinks)
    const reply = await provider.upstream(shape, {
      signal: run.signal,
      patienceMs,
      onUnread: (bytes) => run.hold(bytes),
      mostUnread: provider.pace && mostAhead,
    })
    if (reply.status !== 200) {
      const status = await readFailure(reply, api.adapter, meter, ownKey)
      const failed = { status, code: codeOf(meter.failure()), retryAfter: retryAfterOf(reply) }
      return { withheld, said: status, failed }
    }
    whole = await readAnswer(asking, reply, withheld)
  } catch (error) {
    if (error instanceof SigningFailed) {
      const { status, failure } = error
      meter.fail(refusesKey(status) ? keyRefused(status, failure, ownKey) : failure)
      return { withheld, said: status, failed: { status, code: codeOf(failure) } }
    }
    if (!run.signal.aborted) meter.fail(failureOfUpstream(error))
  }
  const failure = meter.failure()
  if (failure) provider.sign.failed?.(failure, lease.key)
  const refused = failure && keyStatusOf(failure)
  if (failure && refused !== undefined) {
    const code = codeOf(failure)
    // Where the answer had begun, its reader hears the provider's own word for why it ended.
    const told = keyRefused(refused, failure, ownKey)
    meter.retell(told.kind === "upstream" && code !== undefined ? { ...told, code } : told)
  } else if (failure && !ownKey) meter.retell(withoutBill(failure))
  const said = run.signal.aborted ? "stopped" : (refused ?? saidBy(failure))
  if (said === 200 || said === "timeout" || said === "stopped") return { reply: whole, withheld, said }
  return { reply: whole, withheld, said, failed: { status: said, code: codeOf(failure) } }
}

/** Takes what the provider answers to its end: frames into the run, a whole reply as the caller's API has it. */
async function readAnswer(
  { clock, run, call, reserved, meter, lease }: Exchange,
  reply: UpstreamReply,
  withheld: Withheld,
): Promise<WholeReply | undefined> {
  const { provider, api } = call
  const onBytes = (bytes: number) => run.hold(bytes)
  if (call.stream && isEventStream(reply)) {
    const guard = provider.keys.ours ? createCapGuard(reserved.cap, api.adapter.uncapped !== true, meter) : noGuard
    await relayStream(
      clock.timers,
      reply,
      { api, run, model: call.model.name, meter, withheld, guard, pace: provider.pace },
      lease.answering,
    )
    return undefined
  }
  if (call.stream) {
    await relayWhole(reply, { api, run, model: call.model.name, meter, withheld })
    return undefined
  }
  if (api.gives === "sound" && isSound(contentTypeOf(reply))) return readSound(reply, call.cap, meter, onBytes)
  const whole = await readReply(reply, api, meter, onBytes)
  if (whole === undefined) return undefined
  const events = [...(call.found ?? []), ...whole.events]
  return { kind: "json", json: whole.text ?? replyInChat(run.facts, call.model.name, events) }
}

/** What a failure in or instead of an answer comes to; 200 for none. */
function saidBy(failure: Failure | undefined): Said {
  switch (failure?.kind) {
    case undefined:
      return 200
    case "upstream":
      return failure.status
    case "upstream-cut":
      return "connect"
    case "upstream-timeout":
      return "timeout"
    // The page of an edge in front of the provider.
    case "not-json":
      return 502
    default:
      return 400
  }
}

/** Whether the provider is well: a refusal of the request is a sign of life, a full or refused key says nothing. */
function healthOf(said: Said): Exclude<BreakerEvent, "began"> {
  if (said === "connect" || said === "timeout") return "failed"
  if (said === "stopped") return "left"
  if (said >= 500 || said === 408) return "failed"
  return [401, 402, 403, 407, 429].includes(said) || (said > 200 && said < 400) ? "left" : "succeeded"
}

function codeOf(failure: Failure | undefined): string | undefined {
  return failure?.kind === "upstream" ? failure.code : undefined
}

function retryAfterOf({ headers }: UpstreamReply): string | undefined {
  const value = headers["retry-after"]
  return Array.isArray(value) ? value[0] : value
}

function isEventStream(reply: UpstreamReply): boolean {
  return contentTypeOf(reply).includes("text/event-stream")
}

function contentTypeOf({ headers }: UpstreamReply): string {
  return String(headers["content-type"] ?? "").toLowerCase()
}
