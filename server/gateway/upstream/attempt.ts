import type { BreakerEvent } from "#core/gateway/circuit-breaker.ts"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { type JsonObject, objectOf, parseJson } from "#core/lib/fields.ts"
import { manifestOf } from "#core/providers/registry.ts"
import { isSound } from "#core/speech/speech-request.ts"
import type { EgressRules } from "../../outbound/egress-guard.ts"
import { failureOfUpstream, type UpstreamReply } from "../../outbound/upstream.ts"
import type { Timers } from "../../time/timers.ts"
import type { Reservation } from "../billing/billing.ts"
import { CountingGuard, noGuard } from "../billing/cap-guard.ts"
import type { Meter } from "../billing/meter.ts"
import type { ChatCall } from "../call/chat-call.ts"
import { failureOfProvider, keyRefused, keyStatusOf, refusesKey, withoutBill } from "../providers/provider-failure.ts"
import type { KeyLease } from "../providers/provider-keys.ts"
import type { PacedStream } from "../providers/pace.ts"
import { SigningFailed } from "../providers/signing-failed.ts"
import type { Said } from "../runs/outcome.ts"
import type { Run } from "../runs/run.ts"
import { jsonWhole, type WholeReply } from "../runs/whole-reply.ts"
import type { Withheld } from "../runs/withheld.ts"
import { withFetchedPictures } from "./fetch-pictures.ts"
import { readFailure, readReply } from "./read-reply.ts"
import { relayStream, relayWhole } from "./relay.ts"
import { readSound } from "./sound.ts"
import { replyToOpenAi } from "./translate-to-openai.ts"

/** Models that think may do so for minutes before their first byte, and a picture comes whole: their longest silence, in ms. */
const longPatienceMs = 300_000

/** How far ahead of its reader a provider may be whose pace is not its own, in bytes. */
const mostAhead = 64 * 1024

/** The result of one attempt. The meter has measured the answer, and the run has its frames. */
export interface Tried {
  /** A whole reply, as it came. */
  readonly reply?: WholeReply | undefined
  readonly withheld: Withheld
  readonly said: Said
  /** As its caller may hear it; absent: the provider has answered, or we have stopped it. */
  readonly failure?: Failure | undefined
  /** Present where another attempt may help. */
  readonly failed?: {
    readonly status: number | "connect"
    readonly code?: string | undefined
    readonly retryAfter?: string | undefined
  }
}

/** One attempt at a provider, with one of its keys. */
interface Exchange {
  readonly timers: Timers
  /** For tests: where an address that a provider names may lead. */
  readonly egress?: EgressRules | undefined
  readonly run: Run
  readonly call: ChatCall
  readonly reserved: Reservation
  readonly meter: Meter
  readonly lease: KeyLease
  /** How fast it is read; absent: as fast as it comes. */
  readonly paced?: PacedStream | undefined
}

/** Asks once, and takes the answer to its end; the key is free again then. */
export async function tryOnce(asking: Omit<Exchange, "paced">): Promise<Tried> {
  let tried: Tried | undefined
  try {
    tried = await exchange({ ...asking, paced: asking.call.provider.pace?.begin(asking.run.signal) })
    return tried
  } finally {
    // A bug of ours says nothing of the provider, but its key is free again.
    asking.lease.over(tried === undefined ? "left" : healthOf(tried.said))
  }
}

/** The part of an answer that was read, and the failure that ended it. */
interface Taken extends Pick<Tried, "reply" | "failure"> {
  readonly withheld?: Withheld
}

async function exchange(asking: Exchange): Promise<Tried> {
  const { run, lease, call } = asking
  const { provider } = call
  const ownKey = lease.key !== undefined && !provider.keys.ours
  let taken: Taken
  try {
    const reply = await send(asking)
    if (reply.status !== 200) {
      const refusal = await readFailure(reply, call.api.adapter, ownKey)
      const failure = failureOfProvider(refusal.failure, provider.secrets)
      const failed = { status: refusal.status, code: codeOf(failure), retryAfter: retryAfterOf(reply) }
      return { withheld: {}, said: refusal.status, failure, failed }
    }
    taken = await readAnswer(asking, reply)
  } catch (error) {
    if (error instanceof SigningFailed) return signingFailed(error, call, ownKey)
    taken = run.callSignal.aborted ? {} : { failure: failureOfUpstream(error) }
  }
  const { reply, withheld = {} } = taken
  const failure = taken.failure && failureOfProvider(taken.failure, provider.secrets)
  if (failure) provider.sign.failed?.(failure, lease.key)
  const refused = failure && keyStatusOf(failure)
  const said = run.callSignal.aborted ? "stopped" : (refused ?? saidBy(failure))
  const told = failure && failureOfProvider(toldOf(failure, refused, ownKey), provider.secrets)
  const tried = { reply, withheld, said, failure: told }
  if (said === 200 || said === "timeout" || said === "stopped") return tried
  return { ...tried, failed: { status: said, code: codeOf(failure) } }
}

async function send({ run, call, reserved, lease, paced }: Exchange): Promise<UpstreamReply> {
  const { provider, model, api, fits } = call
  const { cap, searchMost } = reserved
  const { version } = provider
  const decided = {
    model: model.askedAs,
    ...(manifestOf[model.provider].hasDeployments && model.askedAs !== model.name ? { deploymentOf: model.name } : {}),
    cap,
    abilities: model.abilities,
    fits,
    ...(searchMost === undefined ? {} : { searchMost }),
    ...(version === undefined ? {} : { version }),
  }
  const shape = await provider.sign(api.write(decided), lease.key)
  return provider.upstream(shape, {
    signal: run.callSignal,
    ...((model.abilities.thinks || call.allOrNothing === true) && { patienceMs: longPatienceMs }),
    onUnread: (bytes) => run.hold(bytes),
    ...(paced && { mostUnread: mostAhead, onCrumbs: (crumbs: number) => paced(0, crumbs) }),
  })
}

/** The result where the provider refused the token that requests must be signed with. */
function signingFailed({ status, failure }: SigningFailed, { provider }: ChatCall, ownKey: boolean): Tried {
  const told = refusesKey(status) ? keyRefused(status, failure, ownKey) : failure
  return {
    withheld: {},
    said: status,
    failure: failureOfProvider(told, provider.secrets),
    failed: { status, code: codeOf(failure) },
  }
}

/** A failure in an answer that has begun: of a key, its reader hears the provider's own word for why it ended. */
function toldOf(failure: Failure, refused: number | undefined, ownKey: boolean): Failure {
  if (refused === undefined) return ownKey ? failure : withoutBill(failure)
  const code = codeOf(failure)
  const told = keyRefused(refused, failure, ownKey)
  return told.kind === "upstream" && code !== undefined ? { ...told, code } : told
}

/** Takes what the provider answers to its end: frames into the run, a whole reply as the caller's API has it. */
async function readAnswer(
  { timers, egress, run, call, reserved, meter, lease, paced }: Exchange,
  reply: UpstreamReply,
): Promise<Taken> {
  const { provider, api } = call
  const onBytes = (bytes: number) => run.hold(bytes)
  if (call.stream && isEventStream(reply)) {
    const guard = provider.keys.ours ? new CountingGuard(reserved.cap, api.adapter.uncapped !== true, meter) : noGuard
    const relayed = { api, run, model: call.model.name, meter, guard, paced }
    return relayStream(timers, reply, relayed, lease.answering)
  }
  if (call.stream) return relayWhole(reply, { api, run, model: call.model.name, meter })
  if (api.gives === "sound" && isSound(contentTypeOf(reply))) {
    return { reply: await readSound(reply, call.cap, meter, onBytes) }
  }
  const { wait } = provider.retries
  const fetching = { egress, signal: run.callSignal, wait, onBytes }
  const fetchPictures = (json: JsonObject) => withFetchedPictures(json, fetching)
  const whole = await readReply(reply, api, meter, onBytes, api.asksBytes === true ? fetchPictures : undefined)
  if (whole.said === undefined) return whole
  const events = [...(call.found ?? []), ...whole.said.events]
  const { text } = whole.said
  const passed = text === undefined ? undefined : asClientReads(call, text, events)
  return { ...whole, reply: jsonWhole(passed ?? replyToOpenAi(run.facts, call.model.name, events)) }
}

function asClientReads({ api: { clientApi }, cap }: ChatCall, text: string, events: readonly ChatEvent[]): string {
  const json = clientApi.rewritten && objectOf(parseJson(text))
  return json === undefined ? text : JSON.stringify(clientApi.rewritten?.(json, events, cap))
}

/** The HTTP status that stands for a failure in or instead of an answer; 200 for none. */
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
export function healthOf(said: Said): Exclude<BreakerEvent, "began"> {
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
