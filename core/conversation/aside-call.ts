import type { ReasoningEffort } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { acceptsSampling, leastEffort } from "../models/abilities.ts"

/** How a call beside the conversation is made; the cap in tokens. */
export interface AsideCall {
  readonly temperature?: number
  readonly max_tokens: number
  readonly reasoning_effort?: ReasoningEffort
}

/** Tokens a model may think with before a title or a summary, beside those it writes. */
export const asideThinkingTokens = 1_024

/**
 * The call as its model takes it: told to think as little as it can, with room for what it thinks nevertheless; else a short
 * cap would be spent on thoughts, and nothing be said.
 */
export function asideCall(temperature: number, max_tokens: number, abilities: ModelAbilities): AsideCall {
  const effort = leastEffort(abilities)
  const thinks = effort === undefined ? abilities.thinks : effort !== "none"
  return {
    ...(acceptsSampling(abilities, effort) && { temperature }),
    max_tokens: thinks ? max_tokens + asideThinkingTokens : max_tokens,
    ...(effort !== undefined && { reasoning_effort: effort }),
  }
}
