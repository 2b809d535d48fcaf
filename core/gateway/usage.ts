/**
 * What a call consumed, in disjoint buckets: no token is counted in two of the four, and their sum is the provider's total.
 * `reasoning` is a note about `output`, already inside it.
 */
export interface Usage {
  /** Prompt tokens priced in full (text and images). */
  readonly inputUncached: number
  /** Prompt tokens read from the provider's cache. */
  readonly inputCached: number
  /** Prompt tokens written to the provider's cache (Anthropic). */
  readonly cacheWrite: number
  /** Completion tokens, reasoning included. */
  readonly output: number
  /** The part of `output` that was reasoning. */
  readonly reasoning: number
  /** Web searches completed. */
  readonly searchCalls: number
  /** `estimated`: the provider sent no usage and we counted. */
  readonly source: "provider" | "estimated"
}

export const noUsage: Usage = {
  inputUncached: 0,
  inputCached: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  searchCalls: 0,
  source: "provider",
}

/** Two calls together. */
export function usageTogether(one: Usage, other: Usage): Usage {
  return {
    inputUncached: one.inputUncached + other.inputUncached,
    inputCached: one.inputCached + other.inputCached,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    searchCalls: one.searchCalls + other.searchCalls,
    source: one.source === "estimated" ? one.source : other.source,
  }
}

/** All tokens of a usage record. */
export function totalTokens(usage: Usage): number {
  return inputTokens(usage) + usage.output
}

/** All prompt tokens of a usage record. */
export function inputTokens(usage: Usage): number {
  return usage.inputUncached + usage.inputCached + usage.cacheWrite
}

/** A record that cannot be true of an answer that came: providers send zeros for what they did not count. */
export function countsNothing(usage: Usage): boolean {
  return usage.output === 0
}

/** A record without an output, completed by our own count; the prompt stays the provider's where it has counted one. */
export function completedBy(counted: Usage, reported: Usage): Usage {
  return inputTokens(reported) === 0 ? counted : { ...reported, output: counted.output, source: "estimated" }
}

/**
 * A usage record from a provider that reports a prompt total with the cached part inside (OpenAI, Azure and their kind).
 * Anything that is not a finite number ≥ 0 counts as 0; the parts are clamped to their whole, because a recorded
 * Azure stream says "161 cached of 7".
 */
export function usageFromTotals(totals: {
  readonly prompt: unknown
  readonly cached?: unknown
  readonly completion: unknown
  readonly reasoning?: unknown
  readonly searchCalls?: unknown
}): Usage {
  const prompt = tokenCount(totals.prompt)
  const output = tokenCount(totals.completion)
  const inputCached = Math.min(tokenCount(totals.cached), prompt)
  return {
    inputUncached: prompt - inputCached,
    inputCached,
    cacheWrite: 0,
    output,
    reasoning: Math.min(tokenCount(totals.reasoning), output),
    searchCalls: tokenCount(totals.searchCalls),
    source: "provider",
  }
}

/** Ten times the longest context there is: what is beyond it is no count of tokens, and must not empty a purse. */
const mostTokens = 100_000_000

/** A provider's number made safe: integer, ≥ 0; what is none or beyond belief is 0. */
export function tokenCount(value: unknown): number {
  if (typeof value !== "number" || !(value > 0 && value <= mostTokens)) return 0
  return Math.ceil(value)
}
