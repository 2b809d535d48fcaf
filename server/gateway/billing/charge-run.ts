import { completedBy, lacksInput, lacksOutput, noUsage, type Usage, type UsageUnit } from "#core/gateway/usage.ts"
import { chargeOf, type Charge, type LossAccount, owedOf, type RunEnd } from "#core/ledger/charge.ts"
import { inputMostWith } from "#core/ledger/prompt-bound.ts"
import type { Provider } from "../providers/provider.ts"
import type { Meter } from "./meter.ts"
import { bytesPerToken, type CountedText, countUsage, roughUsage } from "./token-count.ts"

/** The facts about a call that its charge depends on. */
export interface ChargedCall extends CountedText {
  readonly model: { readonly name: string }
  readonly provider: Pick<Provider, "keys">
  /** The prompt's tokens, as estimated and at the most. */
  readonly promptLikely: number
  readonly promptMost: number
  /** Tokens of a predicted output, which may be billed besides the answer. */
  readonly predictedMost?: number
  /** It is counted in pieces: a picture, a text to be read aloud. */
  readonly allOrNothing?: boolean
  /** The most web searches it asks for; absent where it does not search. */
  readonly searchMost?: number | undefined
  /** Present where the gateway searches itself. */
  readonly search?: unknown
}

/** An end as it is known when it is charged. */
interface Ended extends Pick<RunEnd, "how"> {
  /** There is something to read (`isReadable`). */
  readonly isAnswered: boolean
  /** The output cap that was sent, in tokens. */
  readonly cap: number
  /** The most searches that are paid for; absent where it does not search. */
  readonly searchMost: number | undefined
  /** It is billed whole, and did not come: where our loss is booked. */
  readonly lostAs: LossAccount | undefined
  /** It was stopped before the first word, by somebody who makes a habit of it. */
  readonly promptCharged: boolean
}

/** Decides the charge at the end of a run: what its provider bills us, as far as its caller owes it. */
export async function chargeAtEnd(ended: Ended, call: ChargedCall & WholeCall, meter: Meter): Promise<Charge> {
  if (ended.lostAs !== undefined) return { kind: "void", lost: usageOfWhole(call), account: ended.lostAs }
  return ended.promptCharged ? chargeForPrompt(call) : chargeFor(ended, call, meter)
}

/** A stop before the first word, by somebody who makes a habit of it: the prompt is paid, as we count it. */
async function chargeForPrompt(call: ChargedCall): Promise<Charge> {
  const usage = await countOurselves(call, "")
  return { kind: "settle", usage, ...owedOf(usage, { input: call.promptMost, output: 0, searches: 0 }) }
}

/** What a call that is billed whole will probably come to. */
export function usageOfWhole({ cap, likelyPieces = cap, unit }: WholeCall): Usage {
  return { ...noUsage, unit, output: likelyPieces, source: "estimated" }
}

/** The pieces that a call is held for, and those that it will probably be, where these are fewer. */
interface WholeCall {
  readonly cap: number
  readonly likelyPieces?: number | undefined
  readonly unit?: UsageUnit | undefined
}

/**
 * Computes the charge at the end of a run: by the provider's usage, completed by our own count where it is incomplete.
 */
async function chargeFor(ended: Ended, call: ChargedCall, meter: Meter): Promise<Charge> {
  const { how, isAnswered, cap, searchMost } = ended
  // An answer that was cut at its cap has reached it, whatever its provider had counted until then.
  const reported = meter.wasCut() ? atLeast(cap, meter.usage()) : meter.usage()
  const isEarly = meter.isUsageEarly()
  // Text that was not delivered is billed to us nevertheless.
  const isCounted = meter.sawAnything() && (reported === undefined || isEarly || lacksSome(call, reported))
  const counted = isCounted ? await countAnswer(call, meter) : noUsage
  const known = reported && (isCounted ? completedBy(counted, reported, isEarly) : reported)
  // A provider that told no usage has told its searches as they happened; of ours it does not know.
  const searched = (usage: Usage) => ({ ...usage, searchCalls: Math.max(usage.searchCalls, meter.searches()) })
  const told = known !== undefined && call.search !== undefined ? searched(known) : known
  const searches = Math.min(searched(told ?? counted).searchCalls, searchMost ?? 0)
  const most = { input: inputMostOf(call, searches), output: cap + (call.predictedMost ?? 0), searches }
  return chargeOf({ how, reported: told, counted: searched(told ?? counted), answered: isAnswered, most })
}

/** Pictures and speech are counted in pieces, and their prompts are not. */
function lacksSome({ allOrNothing = false }: ChargedCall, usage: Usage): boolean {
  return lacksOutput(usage) || (!allOrNothing && lacksInput(usage))
}

/** The results of the provider's own searches are input that was not held for. */
function inputMostOf({ promptMost, search, searchMost }: ChargedCall, searches: number): number {
  return search === undefined && searchMost !== undefined ? inputMostWith(promptMost, searches) : promptMost
}

function atLeast(output: number, told: Usage | undefined): Usage | undefined {
  return told && { ...told, output: Math.max(told.output, output) }
}

function countAnswer(call: ChargedCall, meter: Meter): Promise<Usage> | Usage {
  if (meter.isTextKept()) return countOurselves(call, meter.outputText())
  const output = Math.ceil(meter.outputBytes() / bytesPerToken)
  return { ...noUsage, inputUncached: call.promptLikely, output, source: "estimated" }
}

async function countOurselves({ model, messages, counted, provider }: ChargedCall, output: string): Promise<Usage> {
  if (!provider.keys.ours) return roughUsage(messages, output, counted)
  return countUsage(model.name, messages, output, counted)
}
