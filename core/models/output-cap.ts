import { isGpt5, isNanoModel, isReasoningModel } from "./capabilities.ts"

/** The lowest cap that our own client's setting may request, and the cap of an unknown model; in tokens. */
export const minimumOutputCap = 4_000

/**
 * The most output tokens of one answer of the model.
 *
 * The default is 4 000; o3 and gpt-5 may have 100 000, other o-series and nano models 32 768. gpt-4o, gpt-4o-mini and
 * gpt-4.1 get what their provider allows (0012), and so do other providers' models; an unknown model gets 4 000, which
 * every current provider accepts. The 10 000 of the free tier is in `gateway/limits`.
 */
export function outputCap(name: string): number {
  if (name.startsWith("gpt-5-chat")) return 16_384 // the non-reasoning one; its provider refuses more
  if (isGpt5(name) || /^o3(?!-mini)/.test(name)) return 100_000
  if (isReasoningModel(name) || isNanoModel(name)) return 32_768
  if (name.startsWith("gpt-4.1")) return 32_768
  if (name.startsWith("gpt-4o") || name.startsWith("chatgpt-4o")) return 16_384
  return otherCaps.find(([start]) => name.startsWith(start))?.[1] ?? minimumOutputCap
}

/** Beginnings of other providers' names with their documented output limits, in tokens; the first that fits counts. */
const otherCaps = [
  ["claude-3-7", 64_000],
  ["claude-3-5", 8_192],
  ["claude-3", 4_096],
  ["claude-opus-4-0", 32_000],
  ["claude-opus-4-1", 32_000],
  ["claude-opus-4-2", 32_000],
  ["claude", 64_000],
  ["gemini-1", 8_192],
  ["gemini-2.0", 8_192],
  ["gemini", 65_536],
  ["kimi", 32_768],
  ["ernie", 2_048],
  ["4.0Ultra", 8_192],
  ["max-32k", 8_192],
  ["generalv3", 8_192],
  ["spark-", 8_192],
  ["pro-128k", 4_096],
  ["lite", 4_096],
] as const
