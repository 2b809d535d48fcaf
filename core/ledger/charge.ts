import { type MostUsage, noUsage, type Usage, usageWithin } from "../gateway/usage.ts"

/** The facts about a run at its end. */
export interface RunEnd {
  /** `failed`: by the provider or on the way. `stopped`: by the user, or because the run's connection was closed. */
  readonly how: "finished" | "failed" | "stopped"
  /** The provider's own record, if it sent one. */
  readonly reported: Usage | undefined
  /** Our own count of the prompt and of what was said. */
  readonly counted: Usage
  /** The answer delivered something visible, or something that can be read again: text, a tool call or an image. */
  readonly answered: boolean
  /**
   * The bound under which the call was admitted: its largest prompt including the provider's lawful additions, its
   * output with its prediction, and its searches. Nobody owes more, whatever a provider counts.
   */
  readonly most: MostUsage
}

/**
 * Who pays. `settle`: the user, for `usage`. `void`: nobody, and what the answer may have cost us (`lost`) is booked as a loss.
 * `owed` is the plausible part of what the provider reported; absent, all of it is plausible.
 */
export type Charge =
  | { readonly kind: "settle"; readonly usage: Usage; readonly owed?: Usage }
  | { readonly kind: "void"; readonly lost?: Usage; readonly owed?: Usage; readonly account?: LossAccount }

/**
 * The account of a loss: `loss:cancel` for what is billed as a whole (a picture, speech), may have been made, and did not come;
 * `loss:empty` for every other answer without content, stopped or not.
 */
export type LossAccount = "loss:empty" | "loss:cancel"

/** An answer that failed with fewer output tokens than this is not charged. */
export const fewestTokensWorthCharging = 16

/**
 * Decides who pays at each end of a run (docs/money.md). Failure and silence cost nothing. Content delivered before a
 * failure or a Stop is charged by the provider's record when there is one, else by our count.
 */
export function chargeOf(end: RunEnd): Charge {
  const { reported, counted, most } = end
  // Such an answer costs us what its provider has reported.
  if (end.answered && end.how === "failed" && counted.output < fewestTokensWorthCharging) return lostOf(reported, most)
  if (!end.answered) {
    // Each search is billed on its own, whatever becomes of the answer.
    const searched = { ...noUsage, searchCalls: counted.searchCalls }
    if (end.how === "stopped" && searched.searchCalls > 0)
      return { kind: "settle", usage: searched, ...owedOf(searched, most) }
    return lostOf(reported ?? (counted.output > 0 ? counted : undefined), most)
  }
  const usage = reported ?? counted
  return { kind: "settle", usage, ...owedOf(usage, most) }
}

/** A charge that nobody pays, with what the run cost us. */
function lostOf(lost: Usage | undefined, most: MostUsage): Charge {
  return lost === undefined ? { kind: "void" } : { kind: "void", lost, ...owedOf(lost, most) }
}

/** The owed part of a usage record, where that is not all of it. */
export function owedOf(usage: Usage, most: RunEnd["most"]): { readonly owed?: Usage } {
  const owed = usageWithin(usage, most)
  return owed === usage ? {} : { owed }
}
