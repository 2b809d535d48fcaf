import { tokenCount, type Usage, usageFromTotals } from "../../gateway/usage.ts"
import type { JsonObject } from "../../lib/fields.ts"

const counts = [
  "promptTokenCount",
  "toolUsePromptTokenCount",
  "cachedContentTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
] as const

/** The counts as they were told last; a field that is missing keeps its earlier value. */
export type ToldUsage = Readonly<Partial<Record<(typeof counts)[number], number>>>

/** Undefined where `usageMetadata` counts nothing new. */
export function addUsage(known: ToldUsage, metadata: JsonObject | undefined): ToldUsage | undefined {
  const told = counts.flatMap((name) => (metadata?.[name] == null ? [] : [[name, tokenCount(metadata[name])] as const]))
  return told.length === 0 ? undefined : { ...known, ...Object.fromEntries(told) }
}

/** In our buckets: what tools read is prompt too, and thoughts stand beside the candidates, not inside. */
export function usageOf(told: ToldUsage, searchCalls: number): Usage {
  const thoughts = told.thoughtsTokenCount ?? 0
  return usageFromTotals({
    prompt: (told.promptTokenCount ?? 0) + (told.toolUsePromptTokenCount ?? 0),
    cached: told.cachedContentTokenCount,
    completion: (told.candidatesTokenCount ?? 0) + thoughts,
    reasoning: thoughts,
    searchCalls,
  })
}
