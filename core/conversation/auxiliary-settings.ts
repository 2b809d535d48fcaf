import type { ReasoningEffort } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { acceptsSampling, leastEffort } from "../models/abilities.ts"

/** The settings of an auxiliary call (title or summary); `max_tokens` is its cap in tokens. */
export interface AuxiliarySettings {
  readonly temperature?: number
  readonly max_tokens: number
  readonly reasoning_effort?: ReasoningEffort
}

/** Tokens that a model may spend on thinking before a title or a summary, in addition to the cap for the text. */
export const auxiliaryThinkingTokens = 1_024

/**
 * Adapts the call to its model: the least thinking effort it accepts, and extra room for thinking that happens anyway.
 * Otherwise the thinking would use up a short cap and leave no text.
 */
export function auxiliarySettings(
  temperature: number,
  max_tokens: number,
  abilities: ModelAbilities,
): AuxiliarySettings {
  const effort = leastEffort(abilities)
  const thinks = effort === undefined ? abilities.thinks : effort !== "none"
  return {
    ...(acceptsSampling(abilities, effort) && { temperature }),
    max_tokens: thinks ? max_tokens + auxiliaryThinkingTokens : max_tokens,
    ...(effort !== undefined && { reasoning_effort: effort }),
  }
}
