import { isObject } from "../lib/fields.ts"

/**
 * The consumption of a call, in disjoint buckets: no token is counted in two of the four, and their sum is the
 * provider's total. `reasoning` is a part of `output`.
 */
export interface Usage {
  /** What `output` counts, where the call is not priced by tokens; absent: tokens. */
  readonly unit?: UsageUnit | undefined
  /** Prompt tokens priced in full (text and images). */
  readonly inputUncached: number
  /** Prompt tokens read from the provider's cache. */
  readonly inputCached: number
  /** Prompt tokens written to the provider's cache (Anthropic, OpenAI). */
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

/** What a call is priced by, where not by tokens: pictures, characters read aloud, seconds of sound written down. */
export const usageUnits = ["picture", "character", "second"] as const
export type UsageUnit = (typeof usageUnits)[number]

export function usageUnitOf(value: unknown): UsageUnit | undefined {
  return usageUnits.find((known) => known === value)
}

/** Reads a usage record that our server has told; undefined for one without a token. */
export function usageToldIn(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined
  const unit = usageUnitOf(value["unit"])
  const usage: Usage = {
    inputUncached: tokenCount(value["inputUncached"]),
    inputCached: tokenCount(value["inputCached"]),
    cacheWrite: tokenCount(value["cacheWrite"]),
    output: tokenCount(value["output"]),
    reasoning: tokenCount(value["reasoning"]),
    searchCalls: tokenCount(value["searchCalls"]),
    source: value["source"] === "estimated" ? "estimated" : "provider",
    ...(unit && { unit }),
  }
  return totalTokens(usage) > 0 ? usage : undefined
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

/** Adds up two calls. */
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

/** An upper bound for a call: tokens of input and of output, and searches. */
export interface MostUsage {
  readonly input: number
  readonly output: number
  readonly searches: number
}

/**
 * Limits a usage record to an upper bound; a record within it is returned as it is. Input beyond the bound is taken
 * from its buckets proportionally.
 */
export function usageWithin(usage: Usage, most: MostUsage): Usage {
  const input = inputTokens(usage)
  if (input <= most.input && usage.output <= most.output && usage.searchCalls <= most.searches) return usage
  const output = Math.min(usage.output, most.output)
  const part = (tokens: number) => (input <= most.input ? tokens : Math.floor((tokens * most.input) / input))
  return {
    ...usage,
    inputUncached: part(usage.inputUncached),
    inputCached: part(usage.inputCached),
    cacheWrite: part(usage.cacheWrite),
    output,
    reasoning: Math.min(usage.reasoning, output),
    searchCalls: Math.min(usage.searchCalls, most.searches),
  }
}

/** Whether a record lacks the output of an answer: providers send zeros for values they did not count, or absurd values. */
export function lacksOutput({ output }: Usage): boolean {
  return output === 0 || output >= mostTokens
}

/** Whether a record lacks the prompt, which is never empty. */
export function lacksInput(usage: Usage): boolean {
  return inputTokens(usage) === 0
}

/**
 * Completes a record that lacks its prompt or its output by our own count. `isEarly`: more of the answer came after the
 * record, so the higher of the two outputs is taken.
 */
export function completedBy(counted: Usage, told: Usage, isEarly = false): Usage {
  const { inputUncached, inputCached, cacheWrite } = lacksInput(told) ? counted : told
  const output = lacksOutput(told) ? counted.output : isEarly ? Math.max(told.output, counted.output) : told.output
  if (!lacksInput(told) && output === told.output) return told
  const reasoning = Math.min(told.reasoning, output)
  return { ...told, inputUncached, inputCached, cacheWrite, output, reasoning, source: "estimated" }
}

/**
 * Builds a usage record from a provider that reports what was read from its cache, and written to it, inside the prompt
 * total (OpenAI, Azure and others). Anything that is not a number above 0 counts as 0; the parts are clamped to their whole, because a
 * recorded Azure stream reports "161 cached of 7".
 */
export function usageFromTotals(totals: {
  readonly prompt: unknown
  readonly cached?: unknown
  readonly written?: unknown
  readonly completion: unknown
  readonly reasoning?: unknown
  readonly searchCalls?: unknown
}): Usage {
  const prompt = tokenCount(totals.prompt)
  const output = tokenCount(totals.completion)
  const inputCached = Math.min(tokenCount(totals.cached), prompt)
  const cacheWrite = Math.min(tokenCount(totals.written), prompt - inputCached)
  return {
    inputUncached: prompt - inputCached - cacheWrite,
    inputCached,
    cacheWrite,
    output,
    reasoning: Math.min(tokenCount(totals.reasoning), output),
    searchCalls: tokenCount(totals.searchCalls),
    source: "provider",
  }
}

/** Ten times the longest context there is: a larger number is no token count. */
const mostTokens = 100_000_000

/** Sanitizes a token count to an integer from 0 to `mostTokens`; anything that is no number above 0 becomes 0. */
export function tokenCount(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.min(Math.ceil(value), mostTokens) : 0
}
