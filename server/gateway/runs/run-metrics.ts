import { inputTokens } from "#core/gateway/usage.ts"
import type { Metrics } from "../../http/metrics.ts"
import type { ChatCall } from "../call/chat-call.ts"
import type { Run } from "./run.ts"

/** The names of OpenTelemetry's GenAI conventions, which are still in development: kept in this one file. */
const duration = "gen_ai_client_operation_duration_seconds"
const tokens = "gen_ai_client_token_usage"
const durationBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]

/** Counts a run that has ended: how it went, how long it took, what it used and earned. */
export function measureRun(metrics: Metrics, now: number, run: Run, call: ChatCall): void {
  const { outcome } = run
  if (!outcome) return
  // An own key may name any model, which must not become a metric of ours.
  const model = call.provider.keys.ours ? call.model.name : "own-key"
  const seconds = (now - run.facts.startedAt) / 1000
  metrics.observe(duration, "Time from the request to the settled end.", { model }, durationBounds, seconds)
  const ending = outcome.failure?.kind ?? outcome.state
  metrics.count("prosa_runs_total", "Runs by model and how they ended.", { model, ending })
  metrics.count(tokens, "Tokens by model and kind.", { model, type: "input" }, inputTokens(outcome.usage))
  metrics.count(tokens, "Tokens by model and kind.", { model, type: "output" }, outcome.usage.output)
  metrics.count("prosa_charged_microreais_total", "What users were charged.", { model }, outcome.cost)
  const { source } = outcome.usage
  metrics.count("prosa_usage_records_total", "Where usage came from.", { source })
}
