import { measureText, type TextSize } from "../conversation/token-estimate.ts"
import type { ChatMessage } from "../gateway/chat-request.ts"
import { imagesOf, contentText } from "../gateway/content.ts"
import { imageTokens } from "../models/image-tokens.ts"

/** The most that the chat format adds to a message and to the whole prompt, in tokens. */
const perMessage = 8
const perPrompt = 16
/**
 * Text that a model's own template puts before every prompt, in tokens. Assumed, from the length of those that are
 * published: about 67 of gpt-oss's (its model card's system message), about 25 of Llama 3's (two lines with dates).
 */
const framing = 80
/** The estimate alone is taken to be no further below the truth than this, where no money is held by it. */
export const estimateSlack = 1.1
/** For ordinary text, the true count was never seen to exceed the estimate by more than this factor. */
const safetyFactor = 1.6

/**
 * For base64, o200k makes 0.68 tokens a character, while the estimate with its safety factor gives 0.47; this is added
 * for it.
 */
const perUnbroken = 0.3

/** The most tokens of o200k's kind in a text, whatever it is written in; for who cannot count them. */
export function mostTokens({
  tokens,
  bytes,
  unbroken,
}: Pick<TextSize, "bytes" | "unbroken"> & { readonly tokens: number }): number {
  return Math.min(tokens * safetyFactor + unbroken * perUnbroken, bytes)
}

/** How large a prompt is, whichever model it is put to. In tokens of o200k's kind. */
export interface PromptSize {
  /** Its text and its format, as estimated. */
  readonly likely: number
  /**
   * The same at the most, with the template of its model: the lower of two bounds. The bytes hold for any text, because a token
   * of a byte-level vocabulary covers at least one; the estimate with its safety holds for ordinary text. What exceeds it is our
   * loss (`loss:overrun`).
   */
  readonly most: number
  readonly images: number
}

/** How many tokens a prompt may have, for refusing one that is too long and for holding enough money. */
export interface PromptBound {
  /** The estimate without a safety factor. */
  readonly likely: number
  readonly most: number
}

/** Measures a prompt; `extra` is all other text that is sent along (tool definitions, a response schema, a prediction). */
export function measurePrompt(messages: readonly ChatMessage[], extra = ""): PromptSize {
  let likely = perPrompt
  let bytes = perPrompt
  let unbroken = 0
  let images = 0
  const add = (text: string) => {
    if (text === "") return
    const size = measureText(text)
    likely += size.tokens
    bytes += size.bytes
    unbroken += size.unbroken
  }
  add(extra)
  for (const message of messages) {
    add(contentText(message.content))
    for (const text of textsAround(message)) add(text)
    likely += perMessage
    bytes += perMessage
    images += imagesOf(message.content).length
  }
  return { likely, most: mostTokens({ tokens: likely, bytes, unbroken }) + framing, images }
}

/** The bound of a prompt for the model that is called: its text by that model's vocabulary, its pictures as that model counts them. */
export function promptBound(
  { likely, most, images }: PromptSize,
  { name, tokensPerText }: { readonly name: string; readonly tokensPerText: number },
): PromptBound {
  const perImage = imageTokens(name)
  return {
    likely: Math.ceil(likely * tokensPerText) + images * perImage.likely,
    most: Math.ceil(most * tokensPerText) + images * perImage.most,
  }
}

/**
 * Tokens that a provider's own search tool adds to the counted input: its instructions (2 037 in a recorded call to
 * Claude), and for each search its results with the pages that are opened: 11 600 in that recording, 15 000 in one of
 * OpenAI's. The prompt is read again after each search.
 */
const searchTool = 2_500
const perSearch = 32_000

/**
 * The most input that a provider may count for a prompt of at most `promptMost` tokens, after this many searches of its
 * own.
 */
export function inputMostWith(promptMost: number, searches: number): number {
  return (promptMost + searchTool) * (searches + 1) + perSearch * searches
}

/** The characters of all texts of a prompt (UTF-16 units); `extra` as above. */
export function promptCharacters(messages: readonly ChatMessage[], extra = ""): number {
  const texts = messages.flatMap((message) => [contentText(message.content), ...textsAround(message)])
  return texts.reduce((sum, { length }) => sum + length, extra.length)
}

/** Most messages have nothing but their content. */
const none: readonly string[] = []

function textsAround({ name, tool_call_id, tool_calls }: ChatMessage): readonly string[] {
  if (name === undefined && tool_call_id === undefined && tool_calls === undefined) return none
  const calls = tool_calls?.flatMap((call) => [call.id, call.name, call.arguments]) ?? []
  return [name ?? "", tool_call_id ?? "", ...calls]
}
