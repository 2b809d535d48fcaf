import { inputTokens } from "#core/gateway/usage.ts"
import type { Caller } from "../../access/authorize.ts"
import type { Log } from "../../http/log.ts"
import type { ChatCall } from "../call/chat-call.ts"
import type { Run } from "./run.ts"

export interface RunLogDeps {
  readonly log: Log
  readonly now: () => number
  /** `createOwnerInLog` */
  readonly ownerInLog: (caller: Caller) => string
}

/** The one line of a finished request: who (by id), what, how it ended, what it used and cost. Never any content. */
export function logRun(deps: RunLogDeps, run: Run, call: ChatCall, caller: Caller): void {
  const { log, now, ownerInLog } = deps
  const { outcome } = run
  if (!outcome) return
  const { model = call.model.name } = outcome
  const asked = call.model.asked ?? call.model.name
  log.info("chat", {
    run: run.facts.id,
    owner: ownerInLog(caller),
    tier: caller.tier,
    surface: call.surface,
    model,
    asked: asked === model ? undefined : asked,
    stream: call.stream,
    state: outcome.state,
    stop: run.stopReason,
    failure: outcome.failure?.kind,
    status: outcome.failure && "status" in outcome.failure ? outcome.failure.status : undefined,
    attempts: outcome.attempts?.length,
    keys: outcome.attempts?.map(({ key }) => key).join(" "),
    said: outcome.attempts?.map(({ said }) => said).join(" "),
    input: inputTokens(outcome.usage),
    cached: outcome.usage.inputCached,
    output: outcome.usage.output,
    reasoning: outcome.usage.reasoning,
    usage: outcome.usage.source,
    costMicroReais: outcome.cost,
    durationMs: now() - run.facts.startedAt,
  })
  // A provider that reports more than can be true, a hold that fell short: for the operator to look into.
  for (const { account, amount } of outcome.losses ?? []) {
    log.warn("loss", { run: run.facts.id, account, microReais: amount, model, provider: call.model.provider })
  }
}
