import { completedBy, countsNothing, inputTokens, noUsage, type Usage } from "#core/gateway/usage.ts"
import { chargeOf, type Charge, type RunEnd } from "#core/ledger/charge.ts"
import type { ChatCall } from "../chat-call.ts"
import type { Meter } from "./meter.ts"
import { countUsage, roughUsage } from "./token-count.ts"

/** A stop before the first word, by somebody who makes a habit of it: the prompt is paid, as we count it. */
export async function chargeForPrompt(call: ChatCall): Promise<Charge> {
  return { kind: "settle", usage: await countOurselves(call, "") }
}

/** Who pays what at the end of a run: as the provider told its usage, completed by our own count where it told too little. */
export async function chargeFor(how: RunEnd["how"], call: ChatCall, meter: Meter, cap: number): Promise<Charge> {
  const outputMost = cap + (call.predictedMost ?? 0)
  // An answer that was cut at its cap has reached it, whatever its provider had counted until then.
  const reported = meter.wasCut() ? atLeast(cap, meter.usage()) : meter.usage()
  const answered = meter.sawAnswer()
  const incomplete = reported === undefined || countsNothing(reported)
  const counted = incomplete && answered ? await countAnswer(call, meter) : (reported ?? noUsage)
  const known = reported !== undefined && incomplete && answered ? completedBy(counted, reported) : reported
  // A provider that told no usage has told its searches as they happened; of ours it does not know.
  const searched = (usage: Usage) => ({ ...usage, searchCalls: Math.max(usage.searchCalls, meter.searches()) })
  const told = known !== undefined && call.search !== undefined ? searched(known) : known
  return chargeOf({ how, reported: told, counted: searched(counted), answered, outputMost })
}

function atLeast(output: number, told: Usage | undefined): Usage | undefined {
  return told && inputTokens(told) > 0 ? { ...told, output: Math.max(told.output, output) } : undefined
}

/** UTF-8 bytes a token covers, near enough where nobody is charged for it. */
const bytesPerToken = 4

function countAnswer(call: ChatCall, meter: Meter): Promise<Usage> | Usage {
  if (meter.isTextKept()) return countOurselves(call, meter.outputText())
  const output = Math.ceil(meter.outputBytes() / bytesPerToken)
  return { ...noUsage, inputUncached: call.promptLikely, output, source: "estimated" }
}

async function countOurselves({ model, messages, counted, provider }: ChatCall, output: string): Promise<Usage> {
  if (!provider.keys.ours) return roughUsage(messages, output, counted)
  return countUsage(model.name, messages, output, counted)
}
