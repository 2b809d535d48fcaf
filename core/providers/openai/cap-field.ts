import type { ModelAbilities } from "../../gateway/model-abilities.ts"

/** `max_tokens` is sent only up to this many tokens, or up to the model's documented limit. */
export const largestMaxTokens = 32_768

/**
 * The field that limits an answer to `cap` tokens, in the spelling the model takes. A cap `max_tokens` may not carry is
 * left out.
 */
export function capField(
  abilities: Pick<ModelAbilities, "capField" | "outputMost">,
  cap: number | undefined,
): { readonly max_tokens?: number } | { readonly max_completion_tokens?: number } {
  if (cap === undefined || !Number.isSafeInteger(cap) || cap < 1) return {}
  if (abilities.capField === "max_completion_tokens") return { max_completion_tokens: cap }
  return cap <= Math.max(largestMaxTokens, abilities.outputMost) ? { max_tokens: cap } : {}
}
