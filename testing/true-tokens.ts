import { countTokens } from "gpt-tokenizer/encoding/o200k_base"

/** The tokens that OpenAI's chat format adds to a message and to the prompt (its cookbook on counting). */
const perMessage = 4
const perPrompt = 3

/** The true input tokens of a list of messages: by the provider's vocabulary, not by ours. */
export function inputTokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + perMessage + countTokens(text), perPrompt)
}

/** The true tokens of an answer. */
export function outputTokensOf(text: string): number {
  return countTokens(text)
}
