import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
import type { ChatMessage } from "#core/gateway/chat-request.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { chargeOf, type Charge } from "#core/ledger/charge.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { isReasoningModel, isGpt5 } from "#core/models/capabilities.ts"
import type { Billing, Need } from "./billing.ts"
import { closingFrames, replyWithMeta, type Surface } from "./closing-frames.ts"
import { createMeter, type Meter } from "./meter.ts"
import type { OfferedModel } from "./model-catalogue.ts"
import type { ChatProvider } from "./provider.ts"
import { readFailure, readReply, relayStream, type Withheld } from "./relay.ts"
import type { Outcome, Run } from "./run.ts"
import { countUsage } from "./token-count.ts"
import { failureOfUpstream, patienceMsFor, type UpstreamReply } from "./upstream.ts"
import type { Texts } from "#core/i18n/locale.ts"

/** A call that may be made: parsed, authorized, within its limits. */
export interface ChatCall {
  readonly surface: Surface
  readonly model: OfferedModel
  readonly messages: readonly ChatMessage[]
  /** The messages as they came, to be sent on. */
  readonly wireMessages: readonly unknown[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly stream: boolean
  /** The caller asked for the usage chunk. */
  readonly includeUsage: boolean
  readonly promptMost: number
  /** The output cap before the balance is looked at, in tokens. */
  readonly cap: number
  readonly billing: Billing
  readonly provider: ChatProvider
  /** For an error inside the stream. */
  readonly texts: Texts
  readonly now: () => number
}

/** Longest life of a run, in ms. */
const longestRunMs = 15 * 60_000

/**
 * One message: reserve, ask the provider, pass its answer on, charge once, tell the ending. Whatever happens on the way,
 * the money is settled or given back before anybody hears of the end.
 */
export async function runChat(run: Run, call: ChatCall): Promise<Outcome> {
  const need = needOf(run, call)
  const reserved = await call.billing.reserve(need)
  if (!reserved.ok) return finish(run, refused(reserved.error))
  const { cap, limitedByBalance } = reserved.value

  const meter = createMeter(call.now, call.provider.secrets)
  const deadline = setTimeout(() => run.stop("too-long"), longestRunMs)
  const answer = await askProvider(run, call, cap, meter)
  clearTimeout(deadline)
  if (run.stopReason === "too-long") meter.fail({ kind: "upstream-timeout" })
  if (run.stopReason === "shutdown") meter.fail({ kind: "upstream", status: 503, message: "the server is restarting" })

  const how = howItEnded(run, meter)
  const charge = await chargeFor(how, call, meter)
  const bill = await call.billing.close(need, charge)
  const failure = how === "failed" ? (meter.failure() ?? { kind: "upstream-cut" }) : emptyAnswer(how, meter)
  const outcome: Outcome = {
    state: how === "finished" ? (failure ? "failed" : "done") : how,
    usage: (charge.kind === "settle" ? charge.usage : charge.lost) ?? noUsage,
    limitedByBalance: limitedByBalance && meter.finish() === "length",
    ...bill,
    ...(failure ? { failure } : {}),
  }

  if (call.stream && (run.begun || failure === undefined)) run.append(closingFrames(call, answer.withheld, outcome))
  if (answer.json !== undefined) run.keepReply(replyWithMeta(answer.json, outcome))
  return finish(run, outcome)
}

interface Answer {
  /** A whole reply, as it came. */
  json?: string | undefined
  withheld: Withheld
}

/** Everything between us and the provider. Trouble ends up in the meter; only a Stop leaves none. */
async function askProvider(run: Run, call: ChatCall, cap: number, meter: Meter): Promise<Answer> {
  const { provider, model, stream } = call
  const answer: Answer = { withheld: {} }
  try {
    const shape = provider.chatShape({
      model: model.name,
      messages: call.wireMessages,
      settings: call.settings,
      stream,
      cap,
    })
    const patienceMs = patienceMsFor(isReasoningModel(model.name) || isGpt5(model.name))
    const reply = await provider.upstream(shape, { signal: run.signal, patienceMs })
    if (reply.status !== 200) await readFailure(reply, provider.adapter, meter)
    else if (stream && isEventStream(reply)) await relayStream(reply, provider.adapter, run, meter, answer.withheld)
    else answer.json = await readReply(reply, provider.adapter, meter)
  } catch (error) {
    if (!run.signal.aborted) meter.fail(failureOfUpstream(error))
  }
  return answer
}

function isEventStream(reply: UpstreamReply): boolean {
  return String(reply.headers["content-type"] ?? "").includes("text/event-stream")
}

function needOf(run: Run, call: ChatCall): Need {
  return {
    runId: run.facts.id,
    model: call.model,
    promptMost: call.promptMost,
    cap: call.cap,
    outputFloor: isReasoningModel(call.model.name) ? reasoningOutputFloorTokens : outputFloorTokens,
    requestHash: run.facts.requestHash,
  }
}

function howItEnded(run: Run, meter: Meter): "finished" | "failed" | "stopped" {
  if (meter.failure() !== undefined) return "failed"
  return run.stopReason === undefined ? "finished" : "stopped"
}

/** An answer without anything to see is a failure to tell, and costs nothing. */
function emptyAnswer(how: "finished" | "stopped", meter: Meter): Failure | undefined {
  return how === "finished" && !meter.sawAnswer() ? { kind: "empty-answer" } : undefined
}

async function chargeFor(how: "finished" | "failed" | "stopped", call: ChatCall, meter: Meter): Promise<Charge> {
  const reported = meter.usage()
  const answered = meter.sawAnswer()
  const counted =
    reported === undefined && answered
      ? await countUsage(call.model.name, call.messages, meter.outputText())
      : (reported ?? noUsage)
  return chargeOf({ how, reported, counted, answered })
}

function refused(failure: Failure): Outcome {
  return { state: "failed", usage: noUsage, cost: microReais(0), failure, limitedByBalance: false }
}

function finish(run: Run, outcome: Outcome): Outcome {
  run.end(outcome)
  return outcome
}
