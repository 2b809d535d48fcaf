import { reasoningEfforts, verbosities, type ReasoningEffort, type Verbosity } from "../gateway/chat-request.ts"

/*
 * A setting that is not a number or lies outside its range falls back to a fixed value; it is not moved to the nearest
 * bound.
 */

/** Tokens, 0 to 512000; falls back to 100000. */
export function clampMaxTokens(value: unknown): number {
  return Math.floor(within(value, 0, 512_000, 100_000))
}

/** -2 to 2; falls back to 0. */
export function clampPresencePenalty(value: unknown): number {
  return within(value, -2, 2, 0)
}

/** -2 to 2; falls back to 0. */
export function clampFrequencyPenalty(value: unknown): number {
  return within(value, -2, 2, 0)
}

/** 0 to 2; falls back to 1. */
export function clampTemperature(value: unknown): number {
  return within(value, 0, 2, 1)
}

/** 0 to 1; falls back to 1. */
export function clampTopP(value: unknown): number {
  return within(value, 0, 1, 1)
}

/** One of minimal, low, medium, high; else medium. */
export function clampReasoningEffort(value: unknown): ReasoningEffort {
  return reasoningEfforts.find((effort) => effort === value) ?? "medium"
}

/** One of low, medium, high; else medium. */
export function clampVerbosity(value: unknown): Verbosity {
  return verbosities.find((verbosity) => verbosity === value) ?? "medium"
}

function within(value: unknown, least: number, most: number, fallback: number): number {
  return typeof value === "number" && value >= least && value <= most ? value : fallback
}
