import { tokenCount, type Usage } from "../../gateway/usage.ts"
import { type JsonObject, objectOf } from "../../lib/fields.ts"

/**
 * The counts so far. `message_start` contains the input, `message_delta` running totals; a field that is missing or
 * null keeps its earlier value.
 */
export type ToldUsage = Readonly<Partial<Record<(typeof counts)[number], number>>> & {
  readonly thinking?: number
  readonly searches?: number
}

const counts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"] as const

export function addUsage(known: ToldUsage, usage: JsonObject): ToldUsage {
  const told = counts.flatMap((name) => (usage[name] == null ? [] : [[name, tokenCount(usage[name])] as const]))
  const thinking = objectOf(usage["output_tokens_details"])?.["thinking_tokens"]
  const searches = objectOf(usage["server_tool_use"])?.["web_search_requests"]
  return {
    ...known,
    ...Object.fromEntries(told),
    ...(thinking != null && { thinking: tokenCount(thinking) }),
    ...(searches != null && { searches: tokenCount(searches) }),
  }
}

/** In our buckets. What was read from the cache and written to it stands beside `input_tokens`, not inside. */
export function usageOf(told: ToldUsage, searchesSeen: number): Usage {
  const output = told.output_tokens ?? 0
  return {
    inputUncached: told.input_tokens ?? 0,
    inputCached: told.cache_read_input_tokens ?? 0,
    cacheWrite: told.cache_creation_input_tokens ?? 0,
    output,
    reasoning: Math.min(told.thinking ?? 0, output),
    searchCalls: told.searches ?? searchesSeen,
    source: "provider",
  }
}
