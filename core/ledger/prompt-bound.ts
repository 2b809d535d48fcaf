import { measureText } from "../conversation/token-estimate.ts"
import type { ChatMessage } from "../gateway/chat-request.ts"
import { imagesOf, textOf } from "../gateway/content.ts"
import { imageTokens } from "../models/image-tokens.ts"

/** What the chat format may add to a message and to the whole prompt, in tokens. */
const perMessage = 8
const perPrompt = 16
/** Of ordinary text, the estimate was never seen to be further below the truth than this (`GATEWAY.md` §4.4). */
const safetyFactor = 1.6

/** How many tokens a prompt may turn out to be, for refusing what is too long and for holding enough money. */
export interface PromptBound {
  /** The estimate as it is. */
  readonly likely: number
  /**
   * The lower of two bounds: the bytes, which hold for any text, because a token of a byte-level vocabulary covers at
   * least one; and the estimate with its safety, which hold for ordinary text. What exceeds it is our loss (`loss:overrun`).
   */
  readonly most: number
}

/** The bound of a prompt; `extra` is all other text that is sent along (tool definitions, a response schema, a prediction). */
export function promptBound(model: string, messages: readonly ChatMessage[], extra = ""): PromptBound {
  const beside = measureText(extra)
  let likely = perPrompt + beside.tokens
  let bytes = perPrompt + beside.bytes
  let images = 0
  for (const message of messages) {
    for (const text of [textOf(message.content), ...textsAround(message)]) {
      const size = measureText(text)
      likely += size.tokens
      bytes += size.bytes
    }
    likely += perMessage
    bytes += perMessage
    images += imagesOf(message.content).length
  }
  const perImage = imageTokens(model)
  return {
    likely: Math.ceil(likely) + images * perImage.likely,
    most: Math.ceil(Math.min(likely * safetyFactor, bytes)) + images * perImage.most,
  }
}

/** The characters of all texts of a prompt (UTF-16 units); `extra` as above. */
export function promptCharacters(messages: readonly ChatMessage[], extra = ""): number {
  const texts = messages.flatMap((message) => [textOf(message.content), ...textsAround(message)])
  return texts.reduce((sum, { length }) => sum + length, extra.length)
}

function textsAround({ name = "", tool_call_id = "", tool_calls = [] }: ChatMessage): string[] {
  return [name, tool_call_id, ...tool_calls.flatMap((call) => [call.id, call.name, call.arguments])]
}
