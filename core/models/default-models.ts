import { openAi, type Model } from "./model.ts"

/** The model of a new session, where the tier allows it (`core/access/shown-tier.ts`). */
export const defaultModel = "gpt-5"

/** The model that writes titles and summaries. */
export const compressModel = "gpt-4.1-nano-2025-04-14"

const names = [
  "gpt-5",
  "o3",
  "gpt-4.1",
  compressModel,
  "gpt-4o",
  "o1-mini",
  "o3-mini",
  "o4-mini",
  "gpt-4o-mini",
] as const

/** The built-in list in its fixed order. */
export const defaultModels: readonly Model[] = names.map((name, index) => ({
  name,
  available: true,
  sorted: 1000 + index,
  provider: openAi,
}))
