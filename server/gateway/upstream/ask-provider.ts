import type { BreakerEvent } from "#core/gateway/circuit-breaker.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { keyRestMs, keyTroubleOf } from "#core/gateway/key-choice.ts"
import { parseRetryAfterMs } from "#core/gateway/retry-policy.ts"
import { thinksFirst } from "#core/models/capabilities.ts"
import { isSound } from "#core/speech/speech-request.ts"
import type { Timers } from "../../timers.ts"
import type { Reservation } from "../billing/billing.ts"
import { createCapGuard, noGuard } from "../billing/cap-guard.ts"
import type { Meter } from "../billing/meter.ts"
import type { ChatCall } from "../chat-call.ts"
import { SigningFailed } from "../providers/signing-failed.ts"
import type { Attempt, Said } from "../runs/outcome.ts"
import type { Run } from "../runs/run.ts"
import { keyRefused, keyStatusOf, refusesKey, withoutBill } from "./provider-failure.ts"
import type { KeyLease } from "./provider-keys.ts"
import { readFailure, readReply, relayStream, relayWhole, type Withheld } from "./relay.ts"
import { readSound } from "./sound.ts"
import { replyInChat, tellInChat } from "./tell-in-chat.ts"
import { failureOfUpstream, patienceMsFor, type UpstreamReply } from "./upstream.ts"

interface Clock {
  readonly now: () => number
  readonly timers: Timers
}

/** What came of asking a provider, besides what the meter and the run know. */
export interface Answer {
  /** A whole reply, as it came. */
  readonly json?: string | undefined
  readonly withheld: Withheld
  readonly attempts: readonly Attempt[]
}

/** No key may be asked now. What it is about ours that keeps it from answering is not the caller's business. */
const unavailable: Failure = { kind: "upstream", status: 503, message: "" }

/**
 * Asks the provider, again and with another key where that may help, as long as nothing of an answer has reached the run
 * (`GATEWAY.md` §4.9). Trouble ends up in the meter, which knows of the last attempt only; a Stop leaves none.
 */
export async function askProvider(
  clock: Clock,
  run: Run,
  admitted: ChatCall,
  reserved: Reservation,
  meter: Meter,
): Promise<Answer> {
  const call = await lookedUp(run, admitted, meter)
  const toldBefore = run.frameCount
  const { keys, retries } = call.provider
  const model = call.model.name
  const attempts: Attempt[] = []
  const tried = new Set<number>()
  const retrying = retries.begin()
  let lease = keys.take(model, tried)
  if (lease === undefined) meter.fail(unavailable)
  while (lease !== undefined) {
    const attempt = await tryOnce({ clock, run, call, reserved, meter, lease })
    attempts.push({ key: lease.index, said: attempt.said })
    const { failed } = attempt
    if (failed === undefined) return { ...attempt, attempts }

    const retryAfterMs = parseRetryAfterMs(failed.retryAfter, clock.now())
    const keyTrouble =
      failed.status === "connect" ? undefined : keyTroubleOf({ ...failed, status: failed.status, retryAfterMs })
    if (keyTrouble) lease.trouble(keyTrouble, retryAfterMs)
    const begun = run.frameCount > toldBefore || meter.sawAnything()
    if (begun) return { ...attempt, attempts }
    tried.add(lease.index)
    const ofKey = keyTrouble === "refused" || keyTrouble === "unpaid"
    if (ofKey && keys.ours) meter.restart(unavailable)
    const otherKey = keys.hasOther(model, tried)
    const delayMs = ofKey && !otherKey ? undefined : retrying.next({ ...failed, retryAfterMs, otherKey })
    if (delayMs === undefined) {
      if (!ofKey) tellWhen(meter, retryAfterMs)
      return { ...attempt, attempts }
    }

    const last = meter.failure()
    meter.restart()
    // A timer may be a moment early, and a key that rests until then would still rest.
    if (delayMs > 0) await retries.wait(Math.ceil(delayMs) + 1, run.signal)
    if (run.signal.aborted) break
    lease = keys.take(model, tried)
    if (lease === undefined) meter.fail(last ?? unavailable)
  }
  return { withheld: {}, attempts }
}

/** A caller that is told when to come back need not guess. */
function tellWhen(meter: Meter, retryAfterMs: number | undefined): void {
  const failure = meter.failure()
  if (failure?.kind !== "upstream" || retryAfterMs === undefined) return
  meter.retell({ ...failure, retryAfterMs: keyRestMs("busy", retryAfterMs) })
}

/** The call with what a search of ours has found, which is told at once; the call as it is where none is asked for. */
async function lookedUp(run: Run, call: ChatCall, meter: Meter): Promise<ChatCall> {
  if (call.lookUp === undefined) return call
  const { events, api } = await call.lookUp(run.signal)
  meter.events(events)
  if (call.stream) run.append(run.encode(tellInChat(run.facts).tell(events)))
  return { ...call, api, found: events }
}

interface Tried {
  readonly json?: string | undefined
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
  let json: string | undefined
  try {
    const { version } = provider
    const decided = {
      model: model.askedAs,
      ...(model.provider === "azure" && model.askedAs !== model.name ? { deploymentOf: model.name } : {}),
      cap,
      ...(searchMost === undefined ? {} : { searchMost }),
      ...(version === undefined ? {} : { version }),
    }
    const shape = await provider.sign(api.write(decided), lease.key)
    const patienceMs = patienceMsFor(thinksFirst(model.name))
    const reply = await provider.upstream(shape, { signal: run.signal, patienceMs })
    if (reply.status !== 200) {
      const status = await readFailure(reply, api.adapter, meter, ownKey)
      const failed = { status, code: codeOf(meter.failure()), retryAfter: retryAfterOf(reply) }
      return { withheld, said: status, failed }
    }
    json = await readAnswer(asking, reply, withheld)
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
  if (said === 200 || said === "timeout" || said === "stopped") return { json, withheld, said }
  return { json, withheld, said, failed: { status: said, code: codeOf(failure) } }
}

/** Takes what the provider answers to its end: frames into the run, a whole reply as the caller's API has it. */
async function readAnswer(
  { clock, run, call, reserved, meter, lease }: Exchange,
  reply: UpstreamReply,
  withheld: Withheld,
): Promise<string | undefined> {
  const { provider, api } = call
  if (call.stream && isEventStream(reply)) {
    const guard = provider.keys.ours ? createCapGuard(reserved.cap, api.adapter.uncapped !== true, meter) : noGuard
    await relayStream(clock.timers, reply, { api, run, meter, withheld, guard }, lease.answering)
    return undefined
  }
  if (call.stream) {
    await relayWhole(reply, { api, run, meter, withheld })
    return undefined
  }
  if (api.gives === "sound" && isSound(contentTypeOf(reply))) return readSound(reply, call.cap, meter)
  const whole = await readReply(reply, api, meter)
  return whole && (whole.text ?? replyInChat(run.facts, [...(call.found ?? []), ...whole.events]))
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
