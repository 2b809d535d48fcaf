import { isGpt5, isNanoModel, isReasoningModel } from "../../models/capabilities.ts"

/** Specification §5: `max_tokens` is sent only up to this many tokens. */
export const largestMaxTokens = 32_768

/**
 * The field that limits an answer to `cap` tokens, in the spelling the model takes. The o-series and gpt-5 refuse
 * `max_tokens` (400 `unsupported_parameter`); nano models take the newer name for their short title and summary calls,
 * and then for all. A cap `max_tokens` may not carry is left out.
 */
export function capField(
  model: string,
  cap: number | undefined,
): { readonly max_tokens?: number } | { readonly max_completion_tokens?: number } {
  if (cap === undefined || !Number.isSafeInteger(cap) || cap < 1) return {}
  if (takesCompletionCap(model)) return { max_completion_tokens: cap }
  return cap <= largestMaxTokens ? { max_tokens: cap } : {}
}

/** Whether the model's cap is called `max_completion_tokens`. */
export function takesCompletionCap(model: string): boolean {
  return isReasoningModel(model) || isGpt5(model) || isNanoModel(model)
}
